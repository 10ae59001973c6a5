import { afterEach, beforeEach, expect, test } from "bun:test";
import { INVARIANTS } from "../../../src/compose/modules.ts";
import { DAY_MS } from "../../../src/kit/clock.ts";
import type { ReceivedAnswer } from "../../harness/app/caller.ts";
import { runJob } from "../../harness/app/jobs.ts";
import { createMessengerWorld, initData, newPlayer } from "../../harness/app/messenger.ts";
import { messengerDesk } from "../../harness/app/messenger-desk.ts";
import { newWallet } from "../../harness/app/wallets.ts";
import type { World } from "../../harness/app/world.ts";
import { brokenInvariants } from "../../harness/checks/invariants.ts";
import { crashAtCommit } from "../../harness/simulation/crash.ts";

/** The process ends at every commit that the mini-app makes, before it reaches the file and after. */

let world: World;
beforeEach(async () => {
  world = await createMessengerWorld();
});
afterEach(() => world.close());

const KEPT =
  /^messenger_|^mission|^promo|^bot_|^ledger_entries$|^events$|^users$|^wallet_links$|^audit_entries$/;
/** What a crash may lose: counters in memory are stored when they are, and sessions end earlier at the worst. */
const LOOSE = /^messenger_(counters|sessions)$/;

function state(): Record<string, string> {
  const sql = world.services.live.read;
  const tables = sql.all<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  const names = tables.map(({ name }) => name).filter((name) => KEPT.test(name) && !LOOSE.test(name));
  expect(names.length).toBeGreaterThan(20);
  return Object.fromEntries(names.map((name) => [name, JSON.stringify(sql.all(`SELECT * FROM ${name}`))]));
}

/** Names of the tables whose rows differ. */
function changed(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.keys(after).filter((name) => after[name] !== before[name]);
}

function broken(): string[] {
  const own = INVARIANTS.map(({ name, run }) => ({ name, ...run(world.services.live.read) }));
  return [
    ...own.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`),
    ...brokenInvariants(world.dataDir),
  ];
}

interface Cause {
  name: string;
  /** Sends the same call each time. */
  send: () => Promise<ReceivedAnswer>;
  /** What tells a repetition in the answer; null where the same answer is all that tells. */
  repeated: Record<string, unknown> | null;
}

/** One of each change of a player, the bot and the desk, in an order in which all of them succeed. */
async function causes(): Promise<Cause[]> {
  const player = await newPlayer(world, 3_200);
  await player.give(500);
  const desk = await messengerDesk(world);
  for (const [mission_key, kind] of [
    ["open", "open_app"],
    ["code", "promo_claimed"],
  ])
    await desk.post("admin/missions", {
      mission_key,
      title: "Mission",
      state: "active",
      goal: { kind, target: 1 },
      reward: { kind: "salutes", amount: 3 },
    });
  await player.post("missions/enroll", { mission_key: "code" });
  await desk.post("admin/games/promos", {
    code: "GIFT",
    title: "Gift",
    reward: { kind: "salutes", amount: 5 },
  });
  const wallet = newWallet();
  const proof = (await player.post("wallet-proof/challenge", { wallet_address: wallet.address })).json;
  const signature = Buffer.from(wallet.sign(proof.text)).toString("base64");
  let round = 0;
  const byKey = (name: string, path: string, body: () => object = () => ({})): Cause => ({
    name,
    send: () => player.post(path, { idempotency_key: name, ...body() }),
    repeated: { replayed: true },
  });
  const update = {
    update_id: 77,
    message: { chat: { id: 3_200, type: "private" }, from: { id: 3_200 }, text: "/help" },
  };
  return [
    byKey("free", "games/spin-wheel/play"),
    byKey("paid", "games/spin-wheel/play", () => ({ pay: "salutes", client_seed: "mine" })),
    byKey("spin", "games/items/purchase", () => ({ item: "spin", quantity: 1 })),
    byKey("free-spin", "games/spin-wheel/play", () => ({ pay: "free_spin" })),
    byKey("missiles", "games/recon-grid/purchase", () => ({ quantity: 10 })),
    {
      ...byKey("start", "games/recon-grid/start"),
      send: async () => {
        const answer = await player.post("games/recon-grid/start", { idempotency_key: "start" });
        round = answer.json.round?.id ?? round;
        return answer;
      },
    },
    byKey("reveal", "games/recon-grid/reveal", () => ({ round_id: round, cell: 7 })),
    byKey("promo", "games/promos/claim", () => ({ code: "gift" })),
    { name: "enroll", send: () => player.post("missions/enroll", { mission_key: "open" }), repeated: null },
    {
      name: "progress",
      send: () => player.post("missions/progress", { mission_key: "open", event_id: "e", kind: "open_app" }),
      repeated: { decision: "replay", completed: true },
    },
    byKey("wallet", "wallet-claim/verify", () => ({ challenge_id: proof.challenge_id, signature })),
    {
      name: "webhook",
      send: () =>
        world.call("POST", "/api/messenger/webhook", {
          body: update,
          headers: { "x-messenger-bot-api-secret-token": "webhook-secret" },
        }),
      repeated: { duplicate: true, handled: true },
    },
    {
      name: "grant",
      send: () =>
        desk.post(
          "admin/games/recon-grid/manual-grant",
          { telegram_user_id: 3_200, missiles: 4, reason: "sorry" },
          { "idempotency-key": "grant" },
        ),
      repeated: { missile_balance: expect.any(Number) },
    },
    {
      name: "newcomer",
      send: () =>
        world.call("POST", "/api/messenger/init/verify", { body: { init_data: initData(world, 3_201) } }),
      repeated: { identity_status: "known" },
    },
  ];
}

test("at each kind of change: before the commit nothing is kept, after it all, and the call sent again counts once", async () => {
  for (const { name, repeated, send } of await causes()) {
    const before = state();
    await crashAtCommit(world, "before");
    expect([name, (await send()).status]).toEqual([name, 503]);
    await world.restart();
    expect([name, changed(before, state())]).toEqual([name, []]);

    await crashAtCommit(world, "after");
    expect([name, (await send()).status]).toEqual([name, 503]);
    await world.restart();
    const after = state();
    expect([name, changed(before, after)]).not.toEqual([name, []]);
    const answer = await send();
    expect([name, answer.status]).toEqual([name, 200]);
    if (repeated !== null) expect([name, answer.json]).toEqual([name, expect.objectContaining(repeated)]);
    const entries = changed(after, state()).filter((table) => table.endsWith("_entries"));
    expect([name, entries]).toEqual([name, []]);
  }
  expect(broken()).toEqual([]);
}, 120_000);

test("a daily job that ends at any of its commits logs each day once, and rotates each seed once", async () => {
  let commits = 0;
  for (let hasCrashed = true; hasCrashed; ) {
    await world.close();
    world = await createMessengerWorld();
    const player = await newPlayer(world, 3_300);
    await player.post("games/spin-wheel/play", { idempotency_key: "used" });
    world.clock.advance(29 * DAY_MS);
    await runJob(world, "fair_play");
    await newPlayer(world, 3_301);
    world.clock.advance(2 * DAY_MS);
    const isOver = await crashAtCommit(world, "before", ++commits);
    await runJob(world, "fair_play").catch(() => null);
    hasCrashed = isOver();
    await world.restart();
    await runJob(world, "fair_play");
    const days = await loggedDays();
    expect([commits, days.length, new Set(days).size]).toEqual([commits, 31, 31]);
    const seeds = world.services.live.read.all<{ made: number }>(
      "SELECT COUNT(*) AS made FROM messenger_seeds GROUP BY player_id",
    );
    expect([commits, seeds.map(({ made }) => made)]).toEqual([commits, [2, 1]]);
    expect((await player.get("games/fairness")).json.fairness.nonce).toBe(1);
    expect([commits, broken()]).toEqual([commits, []]);
  }
  expect(commits).toBeGreaterThan(6);
}, 120_000);

/** Days of the entries of fair play in the signed log. */
function loggedDays(): Promise<string[]> {
  const entries = world.services.signedLog.db.read.all<{ sha256: string }>(
    "SELECT sha256 FROM log_entries WHERE kind = 'fair_play'",
  );
  return Promise.all(
    entries.map(async ({ sha256 }) => (await world.call("GET", `/log/objects/${sha256}`)).json.day as string),
  );
}
