import { afterEach, beforeEach, expect, test } from "bun:test";
import { INVARIANTS } from "../../../src/compose/modules.ts";
import { HOUR_MS } from "../../../src/kit/clock.ts";
import { messengerDesk } from "../../harness/desk.ts";
import { brokenInvariants } from "../../harness/invariants.ts";
import { createMessengerWorld, newPlayer, type TestPlayer } from "../../harness/messenger.ts";
import { seededRandom } from "../../harness/random.ts";
import type { World } from "../../harness/world.ts";

let world: World;
beforeEach(async () => {
  world = await createMessengerWorld();
});
afterEach(() => world.close());

/** Names of violated invariants, from the product and from the tests. */
function broken(): string[] {
  const own = INVARIANTS.map(({ name, run }) => ({ name, ...run(world.services.live.read) }));
  return [
    ...own.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`),
    ...brokenInvariants(world.dataDir),
  ];
}

const MISSIONS = [
  {
    mission_key: "visits",
    goal: { kind: "visit", target: 3 },
    reward: { kind: "missiles", amount: 4 },
    budget: 100,
  },
  {
    mission_key: "earned",
    goal: { kind: "salutes_earned", target: 7 },
    reward: { kind: "salutes", amount: 2.5 },
  },
  {
    mission_key: "spins",
    goal: { kind: "spins", target: 2 },
    reward: { kind: "free_spins", amount: 1 },
    budget: 9,
  },
];

/** Missions that can be completed repeatedly until their budgets are spent, and a promo for half of the players. */
async function defineRewards(): Promise<void> {
  const desk = await messengerDesk(world);
  for (const mission of MISSIONS) {
    const body = { title: "Mission", state: "active", per_player_cap: 40, ...mission };
    expect((await desk.post("admin/missions", body)).status).toBe(200);
  }
  const promo = { code: "GIFT", title: "Gift", reward: { kind: "salutes", amount: 10 }, max_claims: 4 };
  expect((await desk.post("admin/games/promos", promo)).status).toBe(200);
}

test("thousands of interleaved plays, reveals, purchases, promos and missions keep balances, budgets, seeds and entries consistent", async () => {
  await defineRewards();
  const random = seededRandom(16);
  const pick = (n: number) => Math.floor(random() * n);
  const players: TestPlayer[] = [];
  for (let id = 1; id <= 8; id++) {
    const player = await newPlayer(world, 3_000 + id);
    await player.give(200);
    players.push(player);
  }
  const statuses = new Map<number, number>();
  const rounds = new Map<number, number>();
  const step = async (): Promise<void> => {
    const player = players[pick(players.length)];
    if (player === undefined) return;
    const key = { idempotency_key: `key-${pick(600)}` };
    const calls: (() => ReturnType<TestPlayer["post"]>)[] = [
      () => player.post("games/spin-wheel/play", key),
      () => player.post("games/spin-wheel/play", { ...key, pay: "salutes" }),
      () => player.post("games/recon-grid/start", key),
      () =>
        player.post("games/recon-grid/reveal", {
          ...key,
          round_id: rounds.get(player.id) ?? 1,
          cell: pick(26),
        }),
      () =>
        player.post("games/recon-grid/reveal", {
          ...key,
          round_id: rounds.get(player.id) ?? 1,
          cell: pick(25),
        }),
      () => player.post("games/recon-grid/purchase", { ...key, quantity: 1 + pick(4) }),
      () => player.post("games/items/purchase", { ...key, item: "spin", quantity: 1 + pick(2) }),
      () => player.post("games/fairness/rotate", key),
      () => player.post("games/promos/claim", { ...key, code: "gift" }),
      () => player.post("missions/enroll", { mission_key: MISSIONS[pick(3)]?.mission_key }),
      () =>
        player.post("missions/progress", { mission_key: "visits", event_id: `v${pick(300)}`, kind: "visit" }),
    ];
    const answer = await calls[pick(calls.length)]?.();
    if (answer === undefined) return;
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.json.round?.game_key === "recon-grid") rounds.set(player.id, answer.json.round.id);
  };
  for (let batch = 0; batch < 60; batch++) {
    await Promise.all(Array.from({ length: 40 }, step));
    world.clock.advance(pick(2) * HOUR_MS);
    if (batch % 20 === 19) {
      await world.restart();
      expect(broken()).toEqual([]);
    }
  }
  expect([...statuses.keys()].sort()).toEqual([200, 400, 404, 409]);
  expect(statuses.get(200)).toBeGreaterThan(500);
}, 60_000);

test("if any write of a play fails, nothing of the play is stored", async () => {
  const player = await newPlayer(world, 3_100);
  await player.give(50);
  await player.act("games/recon-grid/purchase", { quantity: 5 });
  const { id } = (await player.act("games/recon-grid/start")).json.round;
  const tables = world.services.live.read
    .all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .map(({ name }) => name)
    .filter((name) => /^messenger_|^ledger_entries$|^events$|^users$/.test(name));
  const state = () =>
    Object.fromEntries(
      tables.map((name) => [name, JSON.stringify(world.services.live.read.all(`SELECT * FROM ${name}`))]),
    );
  const run = (sql: string) => world.services.live.writer.run((tx) => tx.run(sql));
  let failures = 0;
  for (const table of tables) {
    for (const event of ["INSERT", "UPDATE"]) {
      await run(
        `CREATE TRIGGER break_it BEFORE ${event} ON ${table} BEGIN SELECT RAISE(ABORT, 'broken on purpose'); END`,
      );
      const before = state();
      for (const [path, body] of [
        ["games/spin-wheel/play", { pay: "salutes" }],
        ["games/recon-grid/reveal", { round_id: id, cell: 3 }],
      ] as const) {
        const answer = await player.act(path, body).catch(() => null);
        if (answer?.status === 200) continue;
        failures++;
        expect(state()).toEqual(before);
      }
      await run("DROP TRIGGER break_it");
    }
  }
  expect(failures).toBeGreaterThan(15);
  expect(broken()).toEqual([]);
}, 60_000);
