import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { DAY_MS } from "../../../src/kit/clock.ts";
import { payReward } from "../../../src/modules/messenger/balances/index.ts";
import { toWeek } from "../../../src/modules/messenger/leaderboard/rules.ts";
import { requirePlayer } from "../../../src/modules/messenger/players/index.ts";
import { signInitData } from "../../harness/app/init-data.ts";
import {
  BOT_TOKEN,
  createMessengerWorld,
  createPlayer,
  initData,
  newPlayer,
  type TestPlayer,
} from "../../harness/app/messenger.ts";
import type { World } from "../../harness/app/world.ts";

let world: World;
beforeEach(async () => {
  world = await createMessengerWorld();
});
afterEach(() => world.close());

const BOARD = "engagement/leaderboard-preview";
let causes = 0;

/** Pays hundredths of a salute for a reason that counts for the leaderboard. */
function earn(telegramId: number, amount: number): Promise<void> {
  world.clock.advance(1_000);
  return world.services.live.writer.run((tx) => {
    const player = requirePlayer(tx, telegramId);
    payReward(tx, player, {
      kind: "salutes",
      amount,
      reason: "miniapp.promo",
      cause: `test:${causes++}`,
    });
  });
}

test("the leaderboard ranks by salutes earned this week, then by time, and masks other players' names", async () => {
  for (let id = 1; id <= 6; id++) await newPlayer(world, 800 + id);
  for (const [id, amount] of [
    [801, 500],
    [802, 900],
    [803, 500],
    [804, 100],
    [805, 500],
    [802, 100],
  ] as const)
    await earn(id, amount);
  await newPlayer(world, 803).then((player) => player.give(5_000));
  const { json } = await createPlayer(world, 803).get(`${BOARD}?limit=3`);
  expect(json.entries).toEqual([
    { rank: 1, name: "Pl…", score: 10, is_you: false },
    { rank: 2, name: "Pl…", score: 5, is_you: false },
    { rank: 3, name: "Player803", score: 5, is_you: true },
  ]);
  expect(json.you).toMatchObject({ rank: 3, score: 5 });
  expect(json.you.neighbours.map((each: { rank: number }) => each.rank)).toEqual([1, 2, 3, 4, 5]);
  expect(json.window).toEqual({ from: "2026-11-16T00:00:00.000Z", to: "2026-11-23T00:00:00.000Z" });
  expect((await createPlayer(world, 806).get(BOARD)).json.you).toBeNull();
  world.clock.advance(7 * DAY_MS);
  expect((await createPlayer(world, 803).get(BOARD)).json.entries).toEqual([]);
});

test("the leaderboard shows a player's latest name from Telegram", async () => {
  await newPlayer(world, 807);
  await newPlayer(world, 808);
  await earn(807, 500);
  const user = { id: 807, first_name: "Renamed", language_code: "en" };
  const renamed = signInitData(BOT_TOKEN, { user, at: world.clock.now() });
  const names = async (headers?: Record<string, string>) => {
    const board = headers ?? { authorization: `tma ${initData(world, 808)}` };
    const { json } = await world.call("GET", `/api/messenger/${BOARD}`, { headers: board });
    return json.entries.map((each: { name: string }) => each.name);
  };
  expect(await names()).toEqual(["Pl…"]);
  await world.call("POST", "/api/messenger/init/verify", { body: { init_data: renamed } });
  expect(await names()).toEqual(["Re…"]);
  expect(await names({ authorization: `tma ${renamed}` })).toEqual(["Renamed"]);
  await earn(807, 100);
  expect(await names()).toEqual(["Re…"]);
});

test("a week starts on Monday", () => {
  expect(toWeek(Date.UTC(2026, 10, 22, 23, 59)) * DAY_MS).toBe(Date.UTC(2026, 10, 16));
  expect(toWeek(Date.UTC(2026, 10, 23)) * DAY_MS).toBe(Date.UTC(2026, 10, 23));
});

test("activity lists the changes of the player's balances, newest first", async () => {
  const player = await newPlayer(world, 820);
  await player.give(50);
  world.clock.advance(1_000);
  await player.act("games/recon-grid/purchase", { quantity: 3 });
  const { items } = (await player.get("engagement/activity-preview?limit=2")).json;
  expect(items).toHaveLength(2);
  expect(items).toContainEqual({
    kind: "item",
    title: "Purchase",
    at: expect.any(String),
    change: { kind: "missiles", amount: 3 },
  });
  expect(items).toContainEqual(expect.objectContaining({ change: { kind: "salutes", amount: -6 } }));
  expect((await player.get("engagement/activity-preview?limit=51")).status).toBe(400);
  expect((await createPlayer(world, 821).get("engagement/activity-preview")).json.items).toEqual([]);
});

test("catalog campaigns set the titles, order and visibility of games", async () => {
  const player = await newPlayer(world, 830);
  const games = async () =>
    (await player.post("games/catalog")).json.games.map(
      (each: { game_key: string; campaign: { key: string } | null; unavailable_reason: string | null }) => [
        each.game_key,
        each.campaign?.key ?? null,
        each.unavailable_reason,
      ],
    );
  expect(await games()).toEqual([
    ["spin-wheel", "zz-demo-wheel", null],
    ["recon-grid", "zz-demo-grid", null],
  ]);
  const run = (sql: string) => world.services.live.writer.run((tx) => tx.run(sql));
  await run("UPDATE messenger_catalog_campaigns SET enabled = 0 WHERE key = 'zz-demo-grid'");
  expect(await games()).toEqual([["spin-wheel", "zz-demo-wheel", null]]);
  await run("DELETE FROM messenger_catalog_campaigns");
  expect(await games()).toEqual([
    ["spin-wheel", null, null],
    ["recon-grid", null, "no_campaign"],
  ]);
});

test("without a limit the previews show as many as they may", async () => {
  for (let id = 1; id <= 12; id++) {
    await newPlayer(world, 870 + id);
    await earn(870 + id, 100 * id);
    await earn(871, 10);
  }
  const player = createPlayer(world, 871);
  expect((await player.get(BOARD)).json.entries).toHaveLength(12);
  expect((await player.get("engagement/activity-preview")).json.items).toHaveLength(13);
});

describe("a player's own limit", () => {
  const PLAY = "games/spin-wheel/play";
  const limitsOf = async (player: TestPlayer, body?: object) =>
    (await (body === undefined ? player.get("limits") : player.post("limits", body))).json.limits;

  test("counts at once when it is lowered, and from the next UTC day when it is raised", async () => {
    const player = await newPlayer(world, 820);
    await player.give(100);
    expect(await limitsOf(player)).toEqual({
      daily_salutes: null,
      spent_today: 0,
      left_today: null,
      next: null,
    });
    await player.act(PLAY, { pay: "salutes" });
    expect(await limitsOf(player, { daily_salutes: 9 })).toMatchObject({ spent_today: 4, left_today: 5 });
    await player.act("games/recon-grid/purchase", { quantity: 1 });
    const refused = await player.act(PLAY, { pay: "salutes" });
    expect([refused.status, refused.json.error, refused.json.left_today]).toEqual([409, "limit_reached", 3]);
    expect((await player.act("games/recon-grid/purchase", { quantity: 2 })).json.error).toBe("limit_reached");
    const midnight = Math.ceil(world.clock.now() / DAY_MS) * DAY_MS;
    expect(await limitsOf(player, { daily_salutes: 50 })).toEqual({
      daily_salutes: 9,
      spent_today: 6,
      left_today: 3,
      next: { daily_salutes: 50, from: new Date(midnight).toISOString() },
    });
    expect((await player.act(PLAY, { pay: "salutes" })).json.error).toBe("limit_reached");
    expect(await limitsOf(player, { daily_salutes: 7 })).toMatchObject({ daily_salutes: 7, next: null });
    await limitsOf(player, { daily_salutes: null });
    world.clock.advance(midnight - world.clock.now());
    expect(await limitsOf(player)).toEqual({
      daily_salutes: null,
      spent_today: 0,
      left_today: null,
      next: null,
    });
    expect((await player.act(PLAY, { pay: "salutes" })).status).toBe(200);
  });

  test("leaves free spins alone, and the wheel's status names it", async () => {
    const player = await newPlayer(world, 821);
    await player.give(100);
    await limitsOf(player, { daily_salutes: 0 });
    let spin = (await player.act(PLAY)).json;
    expect(spin.round.paid_with).toBe("free");
    while (spin.free_spin_balance > 0) spin = (await player.act(PLAY)).json;
    expect((await player.post("games/spin-wheel/status")).json).toMatchObject({
      can_play: false,
      reason: "limit_reached",
    });
    expect((await player.post("limits", { daily_salutes: 0.001 })).status).toBe(400);
    await player.post("limits", { daily_salutes: 3, idempotency_key: "limit" });
    const other = await player.post("limits", { daily_salutes: 4, idempotency_key: "limit" });
    expect([other.status, other.json.error]).toEqual([409, "idempotency_conflict"]);
  });
});

test("the streak counts consecutive UTC days with a round", async () => {
  const player = await newPlayer(world, 830);
  const streak = async () => (await player.get("streak")).json;
  expect(await streak()).toMatchObject({ days: 0, longest: 0, played_today: false });
  for (const pause of [1, 1, 2, 1]) {
    await player.act("games/recon-grid/start");
    world.clock.advance(pause * DAY_MS);
  }
  expect(await streak()).toMatchObject({ days: 1, longest: 3, played_today: false });
  await player.act("games/recon-grid/start");
  const { calendar, ...now } = await streak();
  expect(now).toMatchObject({ days: 2, longest: 3, played_today: true });
  expect(calendar).toHaveLength(28);
  const recent = calendar.slice(-6).map(({ played }: { played: boolean }) => played);
  expect(recent).toEqual([true, true, true, false, true, true]);
  world.clock.advance(2 * DAY_MS);
  expect(await streak()).toMatchObject({ days: 0, longest: 3 });
});

test("somebody who has not opened the app yet is not counted: 404", async () => {
  const { status, json } = await createPlayer(world, 840).get("inclusion");
  expect([status, json.error]).toEqual([404, "player_not_found"]);
});
