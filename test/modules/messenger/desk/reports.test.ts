import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { DAY_MS } from "../../../../src/kit/clock.ts";
import { createMessengerWorld, createPlayer, newPlayer } from "../../../harness/app/messenger.ts";
import { type Desk, messengerDesk } from "../../../harness/app/messenger-desk.ts";
import type { World } from "../../../harness/app/world.ts";
import { parseCsv } from "../../../harness/checks/csv.ts";

let world: World;
let desk: Desk;

beforeEach(async () => {
  world = await createMessengerWorld();
  desk = await messengerDesk(world);
});
afterEach(() => world.close());

async function playDays(days: number, spins: number): Promise<void> {
  const player = await newPlayer(world, 1);
  await player.give(10_000);
  for (let day = 0; day < days; day++) {
    for (let spin = 0; spin < spins; spin++) {
      const answer = await player.act("games/spin-wheel/play", { pay: "salutes" });
      expect(answer.status).toBe(200);
    }
    if (day < days - 1) world.clock.advance(DAY_MS);
  }
}

describe("overview", () => {
  test("adds up rounds, salutes and active players by day and game", async () => {
    await playDays(2, 3);
    const { json } = await desk.get("admin/games/overview?days=2");
    expect(json.totals).toMatchObject({ players: 1, rounds: 6, return: null });
    expect(json.totals.spent).toBeGreaterThan(0);
    expect(json.active_players.map((each: { players: number }) => each.players)).toEqual([1, 1]);
    expect(json.by_day).toHaveLength(4);
    const wheel = json.by_game.find((each: { game_key: string }) => each.game_key === "spin-wheel");
    expect(wheel.rounds).toBe(6);
    const grid = (await desk.get("admin/games/overview?games=recon-grid&preset=today")).json;
    expect([grid.totals.rounds, grid.by_day.length]).toEqual([0, 1]);
    expect((await desk.get("admin/games/overview?games=chess")).status).toBe(400);
    expect((await desk.get("admin/games/overview?preset=week")).status).toBe(400);
  });

  test("after 100 rounds, the return is compared with the expected payout", async () => {
    await playDays(1, 100);
    const { totals } = (await desk.get("admin/games/overview")).json;
    expect(totals.return).toMatchObject({ rounds: 100 });
    const { expected, high, low } = totals.return;
    expect(low < expected && expected < high).toBe(true);
    expect(high - expected).toBeCloseTo(expected - low, 1);
  });

  test("exports the same rows as JSON and CSV", async () => {
    await playDays(1, 2);
    const { rows } = (await desk.get("admin/games/overview/export?days=1")).json;
    const csv = await desk.get("admin/games/overview/export?days=1&format=csv");
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const parsed = parseCsv(csv.text);
    expect(parsed).toHaveLength(rows.length);
    expect(parsed.map(({ day, game_key, rounds }) => [day, game_key, Number(rounds)])).toEqual(
      rows.map((row: Record<string, unknown>) => [row.day, row.game_key, row.rounds]),
    );
    expect((await desk.get("admin/games/overview/export?format=xml")).status).toBe(400);
  });

  test("purchases count as spending", async () => {
    const player = await newPlayer(world, 1);
    await player.give(100);
    const bought = await player.act("games/recon-grid/purchase", { quantity: 2 });
    expect(bought.status).toBe(200);
    const { by_game } = (await desk.get("admin/games/overview")).json;
    const grid = by_game.find((each: { game_key: string }) => each.game_key === "recon-grid");
    expect(grid.spent).toBe(bought.json.purchase.cost);
  });
});

describe("outcomes", () => {
  test("of a wheel are compared with its weights, per revision", async () => {
    await playDays(1, 40);
    const { json } = await desk.get("admin/games/spin-wheel?days=1");
    const [campaign] = json.campaigns;
    expect(campaign).toMatchObject({ revision: 1, rounds: 40, return: null });
    expect(campaign.observed.reduce((sum: number, count: number) => sum + count, 0)).toBe(40);
    expect(campaign.labels).toHaveLength(campaign.expected.length);
    expect(json.costs.rounds).toBe(40);
    expect(json.settings[0].key).toBe(campaign.key);
    expect(json.paused).toBeNull();
  });

  test("of a grid count each round's first reveal", async () => {
    const player = await newPlayer(world, 1);
    await player.give(100);
    await player.act("games/recon-grid/purchase", { quantity: 5 });
    const { round } = (await player.act("games/recon-grid/start")).json;
    for (const cell of [0, 1]) await player.act("games/recon-grid/reveal", { round_id: round.id, cell });
    const { json } = await desk.get("admin/games/recon-grid");
    expect(json.campaigns[0]).toMatchObject({
      rounds: 1,
      labels: ["empty", "target", "mine"],
      chi2: null,
      p: null,
    });
    expect(json.settings[0].game_key).toBe("recon-grid");
  });
});

describe("rollout checklist", () => {
  test("lists open items with their fixes", async () => {
    const { json } = await desk.get("admin/games/rollout-checklist");
    expect(json.items.map(({ id }: { id: string }) => id)).toEqual([
      "campaign",
      "odds",
      "audience",
      "secret",
      "fairness",
      "budget",
    ]);
    expect(
      json.items.every(({ done, fix }: { done: boolean; fix: string | null }) => done === (fix === null)),
    ).toBe(true);
    expect(json.items[1]).toMatchObject({ id: "odds", done: true });
    expect(json.items[1].message).toContain("zz-demo-wheel 58.42 %, zz-demo-grid 54.83 %");
    const mission = {
      mission_key: "m",
      title: "T",
      goal: { kind: "visit", target: 1 },
      reward: { kind: "salutes", amount: 1 },
    };
    await desk.post("admin/missions", mission);
    await desk.post("admin/missions/m/activate");
    const budget = (await desk.get("admin/games/rollout-checklist")).json.items.at(-1);
    expect(budget).toMatchObject({ id: "budget", done: false });
  });

  test("computed odds are done only if no open campaign mints", async () => {
    const odds = async (games: string) =>
      (await desk.get(`admin/games/rollout-checklist?games=${games}`)).json.items[1];
    const owner = await messengerDesk(world, "owner");
    const grid = {
      key: "generous",
      game_key: "recon-grid",
      title: "Generous",
      config: { missile_price: 0 },
      override_reason: "Missiles are given away by hand only",
    };
    expect((await owner.post("admin/games/catalog-campaigns", grid)).status).toBe(200);
    expect(await odds("spin-wheel")).toMatchObject({ done: true });
    const open = await odds("recon-grid");
    expect(open).toMatchObject({ done: false });
    expect(open.message).toContain("The grid generous pays and gives its missiles away");
  });
});

describe("players", () => {
  test("a profile shows balances and flags, and the activity shows every change of the balances", async () => {
    await playDays(1, 2);
    const { profiles } = (await desk.get("admin/games/user-profiles?limit=1")).json;
    expect(profiles[0]).toMatchObject({ telegram_user_id: 1, username: "player_1", flags: [] });
    const { json } = await desk.get("admin/games/user-activity/1");
    expect(json.rounds).toHaveLength(2);
    expect(
      json.entries.some(
        ({ kind, reason }: { kind: string; reason: string }) =>
          kind === "salutes" && reason === "miniapp.wheel",
      ),
    ).toBe(true);
    expect([json.purchases, json.missions, json.decisions]).toEqual([[], [], []]);
    const unknown = await desk.get("admin/games/user-activity/77");
    expect([unknown.status, unknown.json.error]).toEqual([404, "player_not_found"]);
    expect((await desk.get("admin/games/user-activity/x")).status).toBe(400);
    expect((await desk.get("admin/games/user-profiles?limit=500")).status).toBe(400);
  });

  test("the activity lists missions by their enrollment, newest first, active or done", async () => {
    const player = await newPlayer(world, 1);
    for (const [mission_key, target] of [
      ["long", 9],
      ["short", 1],
    ] as const) {
      const goal = { kind: "visit", target };
      const reward = { kind: "missiles", amount: 1 };
      await desk.post("admin/missions", { mission_key, title: "T", state: "active", goal, reward });
      await player.post("missions/enroll", { mission_key });
      await player.post("missions/progress", { mission_key, event_id: "a", kind: "visit" });
      world.clock.advance(1_000);
    }
    const { missions } = (await desk.get("admin/games/user-activity/1")).json;
    expect(
      missions.map(({ mission_key, state }: Record<string, string>) => `${mission_key} ${state}`),
    ).toEqual(["short done", "long active"]);
  });

  test("missiles are granted once per key, audited, and up to the daily maximum", async () => {
    await newPlayer(world, 1);
    const grant = (missiles: number, key: string | null, telegram_user_id = 1) =>
      desk.post(
        "admin/games/recon-grid/manual-grant",
        { telegram_user_id, missiles, reason: "sorry" },
        key === null ? {} : { "idempotency-key": key },
      );
    expect((await grant(5, null)).json.error).toBe("idempotency_key_required");
    expect((await grant(5, "a")).json).toMatchObject({
      missile_balance: 5,
      granted_today: 5,
      per_day: 10_000,
    });
    expect((await grant(5, "a")).headers.get("idempotency-replayed")).toBe("true");
    expect((await grant(6, "a")).json.error).toBe("idempotency_conflict");
    expect((await grant(1_001, "b")).status).toBe(400);
    expect((await grant(5, "c", 99)).json.error).toBe("player_not_found");
    for (let index = 0; index < 9; index++) await grant(1_000, `many${index}`);
    const over = await grant(1_000, "over");
    expect([over.status, over.json.error]).toEqual([409, "state_conflict"]);
    expect((await grant(995, "rest")).json.granted_today).toBe(10_000);
    world.clock.advance(DAY_MS);
    expect((await grant(1_000, "tomorrow")).json.granted_today).toBe(1_000);
    expect((await createPlayer(world, 1).post("missions/list")).json.missile_balance).toBe(11_000);
  });
});

describe("the kill switch", () => {
  test("pauses a game for all players with a reason, and resumes it", async () => {
    const player = await newPlayer(world, 1);
    await player.give(100);
    const pause = { game_key: "spin-wheel", reason: "odd payouts" };
    expect((await desk.post("admin/games/pause", pause)).json.game).toMatchObject({
      paused: true,
      reason: "odd payouts",
      paused_by: expect.stringContaining("operator"),
    });
    await desk.post("admin/games/pause", { ...pause, reason: "another" });
    expect((await desk.get("admin/games/spin-wheel")).json.paused).toBe("odd payouts");
    expect((await player.act("games/spin-wheel/play")).json.error).toBe("not_available");
    const resumed = await desk.post("admin/games/resume", { game_key: "spin-wheel" });
    expect(resumed.json.game).toMatchObject({ paused: false, reason: null });
    expect((await desk.post("admin/games/resume", { game_key: "spin-wheel", reason: "fine" })).status).toBe(
      200,
    );
    expect((await player.act("games/spin-wheel/play")).status).toBe(200);
    expect((await desk.post("admin/games/pause", { game_key: "chess", reason: "x" })).status).toBe(400);
    expect((await desk.post("admin/games/resume", {})).status).toBe(400);
  });
});

describe("health", () => {
  test("counts refusals by code, including counts in memory", async () => {
    const player = await newPlayer(world, 1);
    await player.act("games/promos/claim", { code: "none" });
    await player.post("missions/enroll", { mission_key: "none" });
    await world.call("POST", "/api/messenger/missions/list", { body: {} });
    const { json } = await desk.get("ops/health?hours=1&limit=2");
    expect(json.refusals).toEqual({ promo_not_found: 1, mission_not_found: 1, init_data_invalid: 1 });
    expect(json.last_errors).toHaveLength(2);
    expect(json.latency.requests).toBeGreaterThan(3);
    expect(json.latency.p50_ms).toBeGreaterThan(0);
    await world.services.messengerCounters.flush();
    const again = (await desk.get("ops/health?hours=1&limit=2")).json;
    expect(again.refusals).toEqual(json.refusals);
    // The desk's own calls are not players'.
    expect(again.latency.requests).toBe(json.latency.requests);
    expect((await desk.get("ops/health?hours=721")).status).toBe(400);
    expect((await world.call("GET", "/api/messenger/ops/health")).status).toBe(403);
    const alias = await world.call("GET", "/api/telegram/ops/health");
    expect(alias.status).toBe(403);
    const answer = await desk.get("ops/health");
    expect(answer.headers.get("cache-control")).toMatch(/private|no-store/);
  });
});
