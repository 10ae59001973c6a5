import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { HOUR_MS } from "../../../src/kit/clock.ts";
import {
  createWheelRevision,
  findWheelSetup,
  type WheelDraft,
} from "../../../src/modules/messenger/campaigns/index.ts";
import { insertPause } from "../../../src/modules/messenger/games/index.ts";
import { choosePayment, nextFreeAt } from "../../../src/modules/messenger/wheel/rules.ts";
import { switchSafeMode } from "../../../src/modules/platform/state/index.ts";
import { createMessengerWorld, createPlayer, newPlayer } from "../../harness/app/messenger.ts";
import { messengerDesk } from "../../harness/app/messenger-desk.ts";
import type { World } from "../../harness/app/world.ts";

let world: World;
beforeEach(async () => {
  world = await createMessengerWorld();
});
afterEach(() => world.close());

const STATUS = "games/spin-wheel/status";
const PLAY = "games/spin-wheel/play";

const WHEEL: WheelDraft = {
  key: "test-wheel",
  title: "Test",
  cost: 100,
  free_spin_every_hours: null,
  algorithm: "reject-v1",
  segments: [{ label: "Five", weight: 1, reward: { kind: "salutes", amount: 500 } }],
  audience: null,
  starts_at: 1,
  ends_at: null,
  enabled: 1,
};

function save(wheel: Partial<WheelDraft>) {
  return world.services.live.writer.run((tx) => createWheelRevision(tx, { ...WHEEL, ...wheel }));
}

function rounds(): number {
  return world.services.live.read.get<{ n: number }>("SELECT COUNT(*) AS n FROM messenger_rounds")?.n ?? 0;
}

test("the first spin is a timed free spin, and salutes pay for the next one", async () => {
  const player = await newPlayer(world, 501);
  const status = await player.post(STATUS);
  expect(status.json).toMatchObject({
    can_play: true,
    reason: null,
    campaign: { key: "zz-demo-wheel", cost: 4 },
  });
  expect(status.json.campaign.segments[0]).toEqual({
    index: 0,
    label: "2 salutes",
    weight: 30,
    probability_pct: 30,
    reward: { kind: "salutes", amount: 2 },
  });
  const first = await player.act(PLAY, { client_seed: "mine" });
  expect(first.json.round).toMatchObject({ paid_with: "free", nonce: 1, fairness: { client_seed: "mine" } });
  const after = await player.act(PLAY, { pay: "free" });
  expect([after.status, after.json.error]).toEqual([409, "cooldown"]);
  await player.give(100);
  const paid = await player.act(PLAY, { pay: "salutes" });
  expect(paid.json.round).toMatchObject({
    paid_with: "salutes",
    cost: 4,
    nonce: 2,
    fairness: { client_seed: "mine", client_seed_source: "player" },
  });
  world.clock.advance(4 * HOUR_MS);
  expect((await player.act(PLAY)).json.round.paid_with).toBe("free");
});

test("the status shows the player's latest spin until another round is played", async () => {
  const player = await newPlayer(world, 510);
  expect((await player.post(STATUS)).json.last_round).toBeNull();
  const { round } = (await player.act(PLAY)).json;
  expect((await player.post(STATUS)).json.last_round).toEqual(round);
  await player.act("games/recon-grid/start");
  expect((await player.post(STATUS)).json.last_round).toBeNull();
});

test("reward and cost are ledger entries that match the balances", async () => {
  await save({});
  const player = await newPlayer(world, 502);
  await player.give(10);
  const played = await player.act(PLAY);
  expect(played.json).toMatchObject({
    balances: { salutes: 14 },
    round: { reward: { kind: "salutes", amount: 5 } },
  });
  const key = await world.createKey("house");
  const { ledger } = (await world.call("GET", "/api/salutes/ledger?user_id=ext:tg:502", { key })).json;
  expect(ledger.map((each: { delta: number; reason: string }) => [each.delta, each.reason])).toEqual([
    [5, "miniapp.wheel"],
    [-1, "miniapp.wheel"],
    [10, "test"],
  ]);
});

test("the same key and body get the first answer again and another body a conflict, with any credential", async () => {
  await save({});
  const player = await newPlayer(world, 503);
  await player.give(10);
  const body = { idempotency_key: "once", client_seed: "x" };
  const first = await player.post(PLAY, body);
  world.clock.advance(1_000);
  const again = await player.post(PLAY, body);
  expect(again.json).toEqual({ ...first.json, replayed: true });
  const alias = await world.call("POST", `/api/telegram/${PLAY}`, {
    body,
    headers: { authorization: `Bearer ${(await player.post("init/verify")).json.session.token}` },
  });
  expect(alias.json.replayed).toBe(true);
  const other = await player.post(PLAY, { ...body, client_seed: "y" });
  expect([other.status, other.json.error]).toEqual([409, "idempotency_conflict"]);
  const elsewhere = await player.post("games/recon-grid/start", body);
  expect(elsewhere.json.error).toBe("idempotency_conflict");
  const operation = `POST /api/messenger/${PLAY}`;
  expect(other.json.conflict).toMatchObject({ operation, differs: ["client_seed"] });
  expect(other.json.message).toContain("this idempotency_key belongs to");
  expect(elsewhere.json.conflict).toMatchObject({ operation, differs: [] });
  expect(rounds()).toBe(1);
});

test("a refused call does not use up its key and spends nothing", async () => {
  await save({});
  const player = await newPlayer(world, 504);
  const refused = await player.post(PLAY, { idempotency_key: "k" });
  expect([refused.status, refused.json.error]).toEqual([409, "insufficient_balance"]);
  expect(rounds()).toBe(0);
  await player.give(1);
  expect((await player.post(PLAY, { idempotency_key: "k" })).json).toMatchObject({ replayed: false });
});

test("invalid input is refused with 400 and its field, and spends nothing", async () => {
  const player = await newPlayer(world, 505);
  const faults: [object, string][] = [
    [{}, "idempotency_key"],
    [{ idempotency_key: "a b" }, "idempotency_key"],
    [{ idempotency_key: "x".repeat(65) }, "idempotency_key"],
    [{ idempotency_key: "k", client_seed: "a:b" }, "client_seed"],
    [{ idempotency_key: "k", client_seed: "" }, "client_seed"],
    [{ idempotency_key: "k", pay: "card" }, "pay"],
    [{ idempotency_key: "k", wager: 5 }, "wager"],
  ];
  for (const [body, field] of faults) {
    const answer = await player.post(PLAY, body);
    expect([answer.status, answer.json.details?.[0]?.field]).toEqual([400, field]);
  }
  expect(rounds()).toBe(0);
});

test("among open wheels for the player's audience, the latest start wins, then the lowest key", async () => {
  const at = world.clock.now();
  await save({ key: "b", starts_at: at - 5 });
  await save({ key: "a", starts_at: at - 5 });
  await save({ key: "later", starts_at: at + 5 });
  await save({ key: "others", starts_at: at - 1, audience: "nobody-knows" });
  const player = await newPlayer(world, 506);
  expect((await player.post(STATUS)).json.campaign.key).toBe("a");
});

test("the wheel's status says why it cannot be played", async () => {
  const player = await newPlayer(world, 507);
  await world.services.live.writer.run((tx) =>
    insertPause(tx, { game: "spin-wheel", reason: "test", pausedBy: "test" }),
  );
  expect((await player.post(STATUS)).json).toMatchObject({ can_play: false, reason: "paused" });
  const paused = await player.act(PLAY);
  expect([paused.status, paused.json.error, paused.json.reason]).toEqual([409, "not_available", "paused"]);
  await world.services.live.writer.run((tx) => tx.run("DELETE FROM messenger_pauses"));
  await world.services.live.writer.run((tx) =>
    tx.run("UPDATE messenger_wheel_campaigns SET audience = 'none'"),
  );
  expect((await player.post(STATUS)).json).toMatchObject({ campaign: null, reason: "not_in_audience" });
  await world.services.live.writer.run((tx) => tx.run("UPDATE messenger_wheel_campaigns SET enabled = 0"));
  expect((await player.post(STATUS)).json.reason).toBe("no_campaign");
  expect((await player.act(PLAY)).json.error).toBe("not_available");
});

test("a suspended player can read but not play", async () => {
  const player = await newPlayer(world, 508);
  expect((await player.act("games/recon-grid/start")).json.round.state).toBe("active");
  const key = await world.createKey("house");
  await world.call("PATCH", "/api/partner/users/ext:tg:508", { key, body: { status: "suspended" } });
  for (const path of [STATUS, "games/recon-grid/status"]) {
    const status = await player.post(path);
    expect([status.status, status.json.can_play, status.json.reason]).toEqual([200, false, null]);
  }
  const { games } = (await player.post("games/catalog")).json;
  expect(games.map(({ available }: { available: boolean }) => available)).toEqual([false, false]);
  for (const [path, body] of [
    [PLAY, {}],
    ["games/recon-grid/start", {}],
    ["games/items/purchase", { item: "spin", quantity: 1 }],
  ] as const) {
    const answer = await player.act(path, body);
    expect([answer.status, answer.json.error]).toEqual([409, "state_conflict"]);
    expect(answer.json.message).toStartWith("Your account is suspended");
  }
});

test("safe mode refuses changes and answers reads and replays", async () => {
  const player = await newPlayer(world, 509);
  const first = await player.post(PLAY, { idempotency_key: "before" });
  await world.services.live.writer.run((tx) =>
    switchSafeMode(tx, { kind: "command", name: "test" }, "a test"),
  );
  expect((await player.post(STATUS)).status).toBe(200);
  expect((await player.post(PLAY, { idempotency_key: "before" })).json).toEqual({
    ...first.json,
    replayed: true,
  });
  const refused = await player.act(PLAY);
  expect([refused.status, refused.json.error]).toEqual([503, "safe_mode"]);
});

test("won or bought free spins are used before salutes", async () => {
  await save({ segments: [{ label: "Spin", weight: 1, reward: { kind: "free_spins", amount: 2 } }] });
  const player = await newPlayer(world, 510);
  await player.give(5);
  expect((await player.act(PLAY)).json).toMatchObject({
    free_spin_balance: 2,
    round: { paid_with: "salutes" },
  });
  expect((await player.act(PLAY)).json).toMatchObject({
    free_spin_balance: 3,
    round: { paid_with: "free_spin" },
  });
  const bought = await player.act("games/items/purchase", { item: "spin", quantity: 2 });
  expect(bought.json).toMatchObject({
    purchase: { item: "spin", quantity: 2, cost: 2 },
    balances: { salutes: 2, free_spins: 5 },
  });
});

test("a new revision affects only later rounds", async () => {
  await save({});
  const player = await newPlayer(world, 511);
  await player.give(5);
  const { id } = (await player.act(PLAY)).json.round;
  await save({ segments: [{ label: "Other", weight: 1, reward: { kind: "nothing", amount: 0 } }] });
  const before = (await player.get(`games/rounds/${id}`)).json.round;
  expect(before).toMatchObject({ label: "Five", campaign: { key: "test-wheel", revision: 1 } });
  expect((await player.act(PLAY)).json.round).toMatchObject({ label: "Other", campaign: { revision: 2 } });
});

test("payouts outside their interval pause the wheel automatically and raise an alert", async () => {
  await save({
    segments: [
      { label: "Win", weight: 1, reward: { kind: "salutes", amount: 1_000 } },
      { label: "Nothing", weight: 99, reward: { kind: "nothing", amount: 0 } },
    ],
  });
  const player = await newPlayer(world, 512);
  await player.give(10);
  await player.act(PLAY);
  await world.services.live.writer.run((tx) =>
    tx.run("UPDATE messenger_setup_totals SET rounds = 999, value = 100 * 1000"),
  );
  expect((await player.act(PLAY)).status).toBe(200);
  expect((await player.act(PLAY)).json.reason).toBe("paused");
  const [pause] = world.services.live.read.all<{ paused_by: string; reason: string }>(
    "SELECT * FROM messenger_pauses",
  );
  expect(pause).toMatchObject({ paused_by: "salute", game_key: "spin-wheel" });
});

test("a rare jackpot pauses no wheel, too many of them do, and resuming begins the count anew", async () => {
  const setTotals = (rounds: number, jackpots: number) =>
    world.services.live.writer.run((tx) =>
      tx.run("UPDATE messenger_setup_totals SET rounds = ?, value = ? * 1000", rounds, jackpots),
    );
  const desk = await messengerDesk(world);
  await save({
    segments: [
      { label: "Jackpot", weight: 1, reward: { kind: "salutes", amount: 1_000 } },
      { label: "Nothing", weight: 999, reward: { kind: "nothing", amount: 0 } },
    ],
  });
  const player = await newPlayer(world, 513);
  await player.give(50);
  await player.act(PLAY);
  for (const [rounds, innocent, suspicious] of [
    [1_000, 2, 12],
    [4_900, 5, 40],
    [5_100, 5, 40],
  ] as const) {
    await setTotals(rounds, innocent);
    for (let spin = 0; spin < 2; spin++) expect((await player.act(PLAY)).status).toBe(200);
    await setTotals(rounds, suspicious);
    await player.act(PLAY);
    expect((await player.act(PLAY)).json.reason).toBe("paused");
    await desk.post("admin/games/resume", { game_key: "spin-wheel" });
    await player.act(PLAY);
  }
});

test("a free wheel asked for salutes points to the free spin that is due", async () => {
  await save({ cost: 0, free_spin_every_hours: 24 });
  const refused = (await (await newPlayer(world, 514)).act(PLAY, { pay: "salutes" })).json;
  expect(refused).toMatchObject({
    error: "cooldown",
    next_free_at: new Date(world.clock.now()).toISOString(),
  });
  expect(refused.message).toContain("Use the free spin");
});

describe("payment of a spin", () => {
  const purse = { cost: 400, freeSpinEveryHours: 4, lastFreeSpinAt: null, freeSpins: 0, salutes: 0 };
  const now = 10 * HOUR_MS;
  const pay = (
    change: Partial<typeof purse> | object,
    asked: "free" | "free_spin" | "salutes" | null = null,
  ) => {
    const { paidWith, refusal } = choosePayment({ ...purse, ...change }, asked, now);
    return paidWith ?? refusal;
  };

  test("uses the first available method", () => {
    expect(pay({})).toBe("free");
    expect(pay({ lastFreeSpinAt: now, freeSpins: 1, salutes: 400 })).toBe("free_spin");
    expect(pay({ lastFreeSpinAt: now, salutes: 400 })).toBe("salutes");
    expect(pay({ lastFreeSpinAt: now - 4 * HOUR_MS })).toBe("free");
  });

  test("is refused with the reason that ends first", () => {
    expect(pay({ lastFreeSpinAt: now })).toBe("cooldown");
    expect(pay({ freeSpinEveryHours: null })).toBe("insufficient_balance");
    expect(pay({ freeSpinEveryHours: null }, "free")).toBe("not_available");
    expect(pay({}, "free_spin")).toBe("insufficient_balance");
    expect(pay({ salutes: 399 }, "salutes")).toBe("insufficient_balance");
  });

  test("a free wheel keeps its waiting time", () => {
    expect(pay({ cost: 0, lastFreeSpinAt: now })).toBe("cooldown");
    expect(pay({ cost: 0, lastFreeSpinAt: now }, "salutes")).toBe("cooldown");
    expect(pay({ cost: 0, freeSpinEveryHours: null })).toBe("salutes");
  });

  test("the next timed free spin depends on the player's last one", () => {
    expect(nextFreeAt({ ...purse, lastFreeSpinAt: now })).toBe(now + 4 * HOUR_MS);
    expect(nextFreeAt({ ...purse, freeSpinEveryHours: null })).toBeNull();
  });
});

test("of two concurrent plays with one free spin, one is refused", async () => {
  const player = await newPlayer(world, 513);
  const answers = await Promise.all([player.act(PLAY, { pay: "free" }), player.act(PLAY, { pay: "free" })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(rounds()).toBe(1);
  const twin = await Promise.all(
    [1, 2, 3].map(() => createPlayer(world, 514).post(PLAY, { idempotency_key: "same" })),
  );
  expect(twin.map(({ json }) => json.replayed).sort()).toEqual([false, true, true]);
});

test("after a rolled-back save, rounds never use the discarded setup", async () => {
  const { writer } = world.services.live;
  const undone = writer.run((tx) => {
    const { setup_id } = createWheelRevision(tx, { ...WHEEL, key: "undone" });
    findWheelSetup(tx, setup_id);
    throw new Error("undone on purpose");
  });
  expect(await undone.catch((error: Error) => error.message)).toBe("undone on purpose");
  await save({ segments: [{ label: "One", weight: 1, reward: { kind: "salutes", amount: 100 } }] });
  const player = await newPlayer(world, 530);
  await player.give(1);
  const { round, balances } = (await player.act(PLAY, { pay: "salutes" })).json;
  expect([round.label, balances.salutes]).toEqual(["One", 1]);
});
