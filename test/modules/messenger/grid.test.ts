import { afterEach, beforeEach, expect, test } from "bun:test";
import { DAY_MS } from "../../../src/kit/clock.ts";
import { parseRounds, verifyRound } from "../../../src/modules/messenger/fair-play/index.ts";
import { insertPause } from "../../../src/modules/messenger/games/index.ts";
import { createMessengerWorld, newPlayer, type TestPlayer } from "../../harness/app/messenger.ts";
import type { World } from "../../harness/app/world.ts";

let world: World;
let player: TestPlayer;
beforeEach(async () => {
  world = await createMessengerWorld();
  player = await newPlayer(world, 600);
  await player.give(1_000);
});
afterEach(() => world.close());

const GRID = "games/recon-grid";
const start = async () => (await player.act(`${GRID}/start`, { client_seed: "grid" })).json.round;
const reveal = (round_id: number, cell: number) => player.act(`${GRID}/reveal`, { round_id, cell });
const arm = (quantity: number) => player.act(`${GRID}/purchase`, { quantity });

/** The layout of a round, decrypted from its seed. */
async function layoutOf(roundId: number): Promise<string[]> {
  const other = await world.services.live.writer.run((tx) => {
    tx.run("UPDATE messenger_rounds SET state = 'expired' WHERE id = ?", roundId);
    return null;
  });
  expect(other).toBeNull();
  const { layout } = (await player.get(`games/rounds/${roundId}`)).json.round;
  await world.services.live.writer.run((tx) =>
    tx.run("UPDATE messenger_rounds SET state = 'active' WHERE id = ?", roundId),
  );
  return layout;
}

const cellsOf = (layout: string[], content: string) =>
  layout.flatMap((each, cell) => (each === content ? [cell] : []));

test("the rules are published before a round, the layout only after it", async () => {
  const status = (await player.post(`${GRID}/status`)).json;
  expect(status).toMatchObject({
    rules: { tiles: 25, mines: 3, targets: 5, reward_per_target: 5, clear_bonus: 20, missile_price: 2 },
    round: null,
    can_play: true,
    fairness: { algorithm: "reject-v1", nonce: 1, server_seed: null },
  });
  const round = await start();
  expect(round).toMatchObject({
    state: "active",
    tiles: 25,
    revealed: [],
    found: 0,
    earned: 0,
    layout: null,
  });
  expect((await player.post(`${GRID}/status`)).json).toMatchObject({
    round: { id: round.id },
    reason: "round_active",
  });
});

test("a reveal costs one missile; revealing the same cell again is free", async () => {
  await arm(2);
  const { id } = await start();
  const layout = await layoutOf(id);
  const [cell = 0] = cellsOf(layout, "empty");
  const first = await reveal(id, cell);
  expect(first.json).toMatchObject({
    cell,
    content: "empty",
    missile_balance: 1,
    round: { revealed: [{ cell }] },
  });
  const again = await reveal(id, cell);
  expect(again.json).toMatchObject({ content: "empty", missile_balance: 1 });
  expect(again.json.round.revealed).toHaveLength(1);
});

test("the last target clears the round and pays the bonus", async () => {
  await arm(5);
  const { id } = await start();
  const targets = cellsOf(await layoutOf(id), "target");
  const answers = [];
  for (const cell of targets) answers.push((await reveal(id, cell)).json);
  expect(answers.map(({ round }) => round.state)).toEqual([
    "active",
    "active",
    "active",
    "active",
    "cleared",
  ]);
  expect(answers.at(-1)).toMatchObject({
    round: { found: 5, earned: 45 },
    balances: { salutes: 1_000 - 10 + 45, missiles: 0 },
  });
  expect(answers.at(-1)?.round.layout).toHaveLength(25);
  const closed = await reveal(id, targets[0] ?? 0);
  expect(closed.json.content).toBe("target");
});

test("a mine ends the round, and earned salutes remain", async () => {
  await arm(3);
  const { id } = await start();
  const layout = await layoutOf(id);
  const [target = 0] = cellsOf(layout, "target");
  const [mine = 0] = cellsOf(layout, "mine");
  const [empty = 0] = cellsOf(layout, "empty");
  await reveal(id, target);
  const hit = (await reveal(id, mine)).json;
  expect(hit).toMatchObject({
    content: "mine",
    round: { state: "hit", earned: 5 },
    balances: { salutes: 999 },
  });
  const after = await reveal(id, empty);
  expect([after.status, after.json.error]).toEqual([409, "round_closed"]);
  expect((await player.post(`${GRID}/status`)).json.missile_balance).toBe(1);
  expect((await start()).state).toBe("active");
});

test("a round expires after 24 h", async () => {
  await arm(1);
  const { id } = await start();
  expect((await player.act(`${GRID}/start`)).json.error).toBe("round_active");
  world.clock.advance(DAY_MS);
  const late = await reveal(id, 0);
  expect([late.status, late.json.error, late.json.state]).toEqual([409, "round_closed", "expired"]);
  expect((await player.get(`games/rounds/${id}`)).json.round).toMatchObject({ state: "expired" });
  expect((await start()).id).toBeGreaterThan(id);
});

test("a round without missiles is given up, its earnings stay, and the next one starts", async () => {
  await arm(1);
  const { id } = await start();
  const [target = 0] = cellsOf(await layoutOf(id), "target");
  await reveal(id, target);
  expect((await reveal(id, (target + 1) % 25)).json.error).toBe("insufficient_balance");
  const given = await player.post(`${GRID}/abandon`);
  expect(given.json).toMatchObject({
    round: { id, state: "abandoned", earned: 5, found: 1 },
    balances: { salutes: 1_003, missiles: 0 },
  });
  expect(given.json.round.layout).toHaveLength(25);
  expect((await player.act(`${GRID}/abandon`, { round_id: id })).json).toMatchObject({
    round: given.json.round,
    replayed: false,
  });
  const none = await player.post(`${GRID}/abandon`);
  expect([none.status, none.json.error]).toEqual([404, "round_not_found"]);
  const next = await start();
  expect(next.id).toBeGreaterThan(id);
  expect((await player.post(`${GRID}/abandon`, { round_id: next.id })).status).toBe(200);
  await player.act("games/fairness/rotate");
  const rounds = parseRounds(JSON.stringify((await player.post("games/rounds")).json));
  expect(rounds.map(verifyRound)).toMatchObject([{ ok: true }, { ok: true }]);
});

test("only one's own active grid round can be given up", async () => {
  const { id } = await start();
  const stranger = await newPlayer(world, 603);
  expect((await stranger.post(`${GRID}/abandon`, { round_id: id })).status).toBe(404);
  const spin = (await player.act("games/spin-wheel/play")).json.round;
  expect((await player.post(`${GRID}/abandon`, { round_id: spin.id })).json.error).toBe("round_not_found");
  world.clock.advance(DAY_MS);
  const late = await player.post(`${GRID}/abandon`, { round_id: id });
  expect([late.status, late.json.error, late.json.state]).toEqual([409, "round_closed", "expired"]);
});

test("nothing is revealed without missiles, in another player's round, or outside the grid", async () => {
  const { id } = await start();
  expect((await reveal(id, 0)).json.error).toBe("insufficient_balance");
  await arm(1);
  const outside = await reveal(id, 25);
  expect([outside.status, outside.json.details[0].field]).toEqual([400, "cell"]);
  const stranger = await newPlayer(world, 601);
  const foreign = await stranger.act(`${GRID}/reveal`, { round_id: id, cell: 0 });
  expect([foreign.status, foreign.json.error]).toEqual([404, "round_not_found"]);
  expect((await stranger.get(`games/rounds/${id}`)).json.error).toBe("round_not_found");
  expect((await reveal(999, 0)).json.error).toBe("round_not_found");
  const spin = (await player.act("games/spin-wheel/play")).json.round;
  expect((await reveal(spin.id, 0)).json.error).toBe("round_not_found");
});

test("while the grid is paused, an active round can be finished, but none started", async () => {
  await arm(1);
  const { id } = await start();
  await world.services.live.writer.run((tx) =>
    insertPause(tx, { game: "recon-grid", reason: "test", pausedBy: "test" }),
  );
  expect((await reveal(id, 0)).status).toBe(200);
  expect((await arm(1)).json).toMatchObject({ error: "not_available", reason: "paused" });
  world.clock.advance(DAY_MS);
  expect((await player.act(`${GRID}/start`)).json.error).toBe("not_available");
});

test("missiles are sold at the campaign's price, up to its maximum per purchase", async () => {
  const many = await arm(21);
  expect([many.status, many.json.details[0].field]).toEqual([400, "quantity"]);
  const bought = await player.act("games/items/purchase", { item: "missile", quantity: 20 });
  expect(bought.json).toMatchObject({
    purchase: { cost: 40 },
    missile_balance: 20,
    balances: { salutes: 960 },
  });
  const poor = await newPlayer(world, 602);
  const refused = await poor.act(`${GRID}/purchase`, { quantity: 1 });
  expect([refused.status, refused.json.error, refused.json.balance]).toEqual([
    409,
    "insufficient_balance",
    0,
  ]);
});

test("two concurrent reveals of a cell spend one missile", async () => {
  await arm(5);
  const { id } = await start();
  await Promise.all([reveal(id, 3), reveal(id, 3), reveal(id, 3)]);
  expect((await player.post(`${GRID}/status`)).json.missile_balance).toBe(4);
});

test("any round_id that is not the player's own is 404", async () => {
  const player = await newPlayer(world, 640);
  for (const round_id of [999, "999"]) {
    const answer = await player.act("games/recon-grid/reveal", { round_id, cell: 0 });
    expect([answer.status, answer.json.error]).toEqual([404, "round_not_found"]);
  }
  expect((await player.get("games/rounds/0")).status).toBe(404);
  expect((await player.act("games/recon-grid/reveal", { round_id: "one", cell: 0 })).status).toBe(400);
});
