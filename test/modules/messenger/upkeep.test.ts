import { afterEach, beforeEach, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS } from "../../../src/kit/clock.ts";
import { retention, runJob } from "../../harness/app/jobs.ts";
import { createMessengerWorld, newPlayer } from "../../harness/app/messenger.ts";
import type { World } from "../../harness/app/world.ts";
import { salute } from "../../harness/processes/commands.ts";

let world: World;
beforeEach(async () => {
  world = await createMessengerWorld();
});
afterEach(() => world.close());

const count = (table: string) =>
  world.services.live.read.get<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`)?.n ?? 0;

test("salute fair-play verify recomputes rounds offline and exits with 0 if all are fair, otherwise 1", async () => {
  const player = await newPlayer(world, 1_200);
  await player.give(50);
  const ids = [];
  for (let play = 0; play < 3; play++)
    ids.push((await player.act("games/spin-wheel/play", { pay: "salutes" })).json.round.id);
  await player.act("games/fairness/rotate");
  const answers = await Promise.all(ids.map(async (id) => (await player.get(`games/rounds/${id}`)).json));
  const path = join(world.dataDir, "rounds.jsonl");
  writeFileSync(path, answers.map((answer) => JSON.stringify(answer)).join("\n"));
  const fair = await salute(["fair-play", "verify", path]);
  expect([fair.code, fair.out.trim().split("\n").length]).toEqual([0, 3]);
  const [first] = answers;
  first.round.segment_index = (first.round.segment_index + 1) % 7;
  writeFileSync(path, JSON.stringify(answers));
  const forged = await salute(["fair-play", "verify", path, "--json"]);
  expect(forged.code).toBe(1);
  expect(JSON.parse(forged.out).map(({ ok }: { ok: boolean }) => ok)).toEqual([false, true, true]);
  writeFileSync(path, "no rounds");
  expect((await salute(["fair-play", "verify", path])).code).toBe(2);
});

test("retention deletes old sessions, answers, player days and leaderboards, but no rounds or entries", async () => {
  const player = await newPlayer(world, 1_201);
  await player.give(50);
  for (let play = 0; play < 20; play++) await player.act("games/spin-wheel/play");
  await player.act("games/recon-grid/purchase", { quantity: 1 });
  const kept = ["messenger_rounds", "messenger_entries", "messenger_seeds", "messenger_purchases"].map(count);
  for (const table of ["messenger_sessions", "messenger_answers", "messenger_player_days"])
    expect(count(table)).toBeGreaterThan(0);
  world.clock.advance(500 * DAY_MS);
  await runJob(world, retention.name);
  for (const table of [
    "messenger_sessions",
    "messenger_answers",
    "messenger_player_days",
    "messenger_scores",
  ])
    expect([table, count(table)]).toEqual([table, 0]);
  expect(
    ["messenger_rounds", "messenger_entries", "messenger_seeds", "messenger_purchases"].map(count),
  ).toEqual(kept);
});

test("a grid is paused automatically if its first reveals leave their interval", async () => {
  const player = await newPlayer(world, 1_202);
  await player.give(50);
  await player.act("games/recon-grid/purchase", { quantity: 5 });
  const play = async () => {
    const { id } = (await player.act("games/recon-grid/start")).json.round;
    await player.act("games/recon-grid/reveal", { round_id: id, cell: 1 });
  };
  await play();
  await world.services.live.writer.run((tx) => {
    tx.run("UPDATE messenger_setup_totals SET rounds = 5000, value = 5000 * 500");
    tx.run("UPDATE messenger_rounds SET state = 'expired'");
  });
  await play();
  expect((await player.post("games/recon-grid/status")).json.reason).toBe("paused");
});

test("house is a regular partner: its keys read the players, and its webhooks receive their salutes events", async () => {
  const key = await world.createKey("house");
  const webhook = { event_type: "salutes.debit", target_url: "https://partner.example/hook" };
  await world.call("POST", "/api/partner/webhooks", { key, body: webhook });
  const player = await newPlayer(world, 1_203);
  await player.give(10);
  await player.act("games/recon-grid/purchase", { quantity: 1 });
  const { users } = (await world.call("GET", "/api/partner/users", { key })).json;
  expect(users[0]).toMatchObject({
    external_id: "tg:1203",
    username: "player_1203",
    display_name: "Player1203",
  });
  const event = world.services.live.read.get<{ data: string }>(
    "SELECT data FROM events WHERE event_type = 'salutes.debit'",
  );
  expect(JSON.parse(event?.data ?? "{}")).toMatchObject({
    reason: "miniapp.item",
    source: "miniapp",
    delta: -2,
  });
});

test("a player whose user was deleted gets a new user and keeps the missiles", async () => {
  const player = await newPlayer(world, 1_204);
  await player.give(2);
  await player.act("games/recon-grid/purchase", { quantity: 1 });
  const key = await world.createKey("house");
  const session = { authorization: `Bearer ${(await player.post("init/verify")).json.session.token}` };
  const status = () =>
    world.call("POST", "/api/messenger/games/spin-wheel/status", { headers: session, body: {} });
  expect((await status()).status).toBe(200);
  expect((await world.call("DELETE", "/api/partner/users/ext:tg:1204", { key })).status).toBe(200);
  expect((await status()).json.error).toBe("session_invalid");
  expect(world.services.live.read.all("SELECT idempotency_key FROM messenger_answers")).toEqual([]);
  const { first_name, username } =
    world.services.live.read.get<{ first_name: string; username: string | null }>(
      "SELECT first_name, username FROM messenger_players WHERE telegram_id = 1204",
    ) ?? {};
  expect([first_name, username]).toEqual(["player", null]);
  const back = (await player.post("init/verify")).json;
  expect(back).toMatchObject({
    missile_balance: 1,
    linked_user: { external_id: "tg:1204" },
    balances: { salutes: 0 },
  });
});
