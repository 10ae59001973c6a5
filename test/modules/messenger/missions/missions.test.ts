import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../../../src/kit/clock.ts";
import { createMessengerWorld, createPlayer, initData, newPlayer } from "../../../harness/app/messenger.ts";
import { type Desk, messengerDesk } from "../../../harness/app/messenger-desk.ts";
import type { World } from "../../../harness/app/world.ts";

let world: World;
let desk: Desk;

beforeEach(async () => {
  world = await createMessengerWorld();
  desk = await messengerDesk(world);
});
afterEach(() => world.close());

const VISIT = {
  mission_key: "visit",
  title: "Visit twice",
  goal: { kind: "visit", target: 2 },
  reward: { kind: "salutes", amount: 2.5 },
};

async function activeMission(body: object = {}): Promise<void> {
  const mission = { ...VISIT, ...body };
  const made = await desk.post("admin/missions", mission);
  expect(made.status).toBe(200);
  expect((await desk.post(`admin/missions/${mission.mission_key}/activate`)).status).toBe(200);
}

describe("a reward that counts in another mission", () => {
  const EARN = { kind: "salutes_earned", target: 1 };
  const rewarded = async (player: Awaited<ReturnType<typeof newPlayer>>) => {
    const { missions } = (await player.post("missions/history")).json;
    return [missions.length, (await player.post("games/promos/claim", PROMO)).json.balances?.salutes];
  };
  const PROMO = { code: "five", idempotency_key: "five" };

  beforeEach(async () => {
    await desk.post("admin/games/promos", {
      code: "five",
      title: "Five",
      reward: { kind: "salutes", amount: 5 },
    });
  });

  test("pays each mission once, even if one completes the other during the same event", async () => {
    await activeMission({ mission_key: "first", goal: EARN, reward: { kind: "salutes", amount: 100 } });
    await activeMission({
      mission_key: "second",
      goal: EARN,
      reward: { kind: "salutes", amount: 50 },
      budget: 50,
    });
    const player = await newPlayer(world, 7);
    for (const key of ["first", "second"]) await player.post("missions/enroll", { mission_key: key });
    const claimed = await player.post("games/promos/claim", PROMO);
    expect([claimed.status, claimed.json.balances?.salutes]).toEqual([200, 155]);
    expect(await rewarded(player)).toEqual([2, 155]);
  });

  test("keeps its contribution to the other mission's progress", async () => {
    await activeMission({ mission_key: "first", goal: EARN, reward: { kind: "salutes", amount: 100 } });
    const goal = { kind: "salutes_earned", target: 1_000 };
    await activeMission({ mission_key: "second", goal, reward: { kind: "salutes", amount: 50 } });
    const player = await newPlayer(world, 7);
    for (const key of ["first", "second"]) await player.post("missions/enroll", { mission_key: key });
    await player.post("games/promos/claim", PROMO);
    const [left] = (await player.post("missions/list")).json.missions;
    expect(left.progress).toMatchObject({ value: 105, target: 1_000 });
  });
});

describe("enrollment", () => {
  test("in a mission that closes stays listed as not open, and the bot leaves it out", async () => {
    await activeMission();
    const player = await newPlayer(world, 7);
    await player.post("missions/enroll", { mission_key: "visit" });
    const open = async () =>
      (await player.post("missions/list")).json.missions.map((each: { open: boolean }) => each.open);
    const bot = async (update_id: number) => {
      const chat = { id: 7, type: "private" };
      const message = { chat, from: { id: 7, first_name: "X" }, text: "/missions" };
      const headers = { "x-telegram-bot-api-secret-token": "webhook-secret" };
      const body = { update_id, message };
      return (await world.call("POST", "/api/messenger/webhook", { body, headers })).json.text;
    };
    expect([await open(), await bot(1)]).toEqual([[true], "Visit twice: 0 of 2"]);
    await desk.post("admin/missions/visit/deactivate");
    expect(await open()).toEqual([false]);
    expect(await bot(2)).not.toContain("Visit twice");
  });

  test("is naturally idempotent, and shows in the catalog and the list", async () => {
    await activeMission();
    const player = await newPlayer(world, 7);
    const [open] = (await player.post("missions/catalog")).json.missions;
    expect(open).toMatchObject({ mission_key: "visit", enrolled: false, reportable: true });
    const first = await player.post("missions/enroll", { mission_key: "visit" });
    const again = await player.post("missions/enroll", { mission_key: "visit" });
    expect(first.json.enrollment).toMatchObject({
      state: "active",
      progress: { value: 0, target: 2, pct: 0 },
    });
    expect(again.json.enrollment).toEqual(first.json.enrollment);
    expect((await player.post("missions/list")).json.missions).toHaveLength(1);
    expect((await player.post("missions/history")).json.missions).toEqual([]);
    expect((await player.post("missions/catalog")).json.missions[0].enrolled).toBe(true);
  });

  test("accepts an idempotency_key: a retry gets the first answer again, another mission a conflict", async () => {
    await activeMission();
    await activeMission({ mission_key: "other" });
    const player = await newPlayer(world, 7);
    const call = { mission_key: "visit", idempotency_key: "take" };
    const first = await player.post("missions/enroll", call);
    expect([first.status, first.json.replayed]).toEqual([200, false]);
    expect((await player.post("missions/enroll", call)).json).toEqual({ ...first.json, replayed: true });
    const other = await player.post("missions/enroll", { ...call, mission_key: "other" });
    expect([other.status, other.json.error]).toEqual([409, "idempotency_conflict"]);
  });

  test("is refused for unknown and closed missions, and outside the audience", async () => {
    const player = await newPlayer(world, 7);
    expect((await player.post("missions/enroll", { mission_key: "none" })).json.error).toBe(
      "mission_not_found",
    );
    await desk.post("admin/missions", VISIT);
    expect((await player.post("missions/enroll", { mission_key: "visit" })).json.error).toBe(
      "mission_closed",
    );
    const group = { key: "others", title: "Others", rule: { telegram_ids: [8] } };
    expect((await desk.post("admin/games/audience-groups", group)).status).toBe(200);
    await activeMission({ mission_key: "foreign", audience: "others" });
    const refused = await player.post("missions/enroll", { mission_key: "foreign" });
    expect([refused.status, refused.json.error]).toEqual([403, "not_in_audience"]);
    expect((await player.post("missions/catalog")).json.missions).toEqual([]);
    const other = await newPlayer(world, 8);
    expect((await other.post("missions/enroll", { mission_key: "foreign" })).status).toBe(200);
  });

  test("a mission is open only within its window", async () => {
    const at = (ms: number) => new Date(world.clock.now() + ms).toISOString();
    await activeMission({ window: { starts_at: at(HOUR_MS), ends_at: at(2 * HOUR_MS) } });
    const player = await newPlayer(world, 7);
    const enroll = async () => (await player.post("missions/enroll", { mission_key: "visit" })).status;
    expect(await enroll()).toBe(409);
    world.clock.advance(HOUR_MS);
    expect(await enroll()).toBe(200);
    world.clock.advance(HOUR_MS);
    const late = await player.post("missions/progress", {
      mission_key: "visit",
      event_id: "late",
      kind: "visit",
    });
    expect(late.json.decision).toBe("cap_reached");
  });

  test("a suspended player can neither enroll nor report", async () => {
    await activeMission();
    const player = await newPlayer(world, 7);
    const key = await world.createKey("house");
    const suspended = await world.call("PATCH", "/api/partner/users/ext:tg:7", {
      key,
      body: { status: "suspended" },
    });
    expect(suspended.status).toBe(200);
    expect((await player.post("missions/enroll", { mission_key: "visit" })).json.error).toBe(
      "state_conflict",
    );
    const report = { mission_key: "visit", event_id: "a", kind: "visit" };
    expect((await player.post("missions/progress", report)).status).toBe(409);
    expect((await player.post("missions/catalog")).status).toBe(200);
  });
});

describe("reported progress", () => {
  const report = (event_id: string, kind = "visit") => ({ mission_key: "visit", event_id, kind });

  test("counts each event once, and pays the reward with the completion", async () => {
    await activeMission();
    const player = await newPlayer(world, 7);
    expect((await player.post("missions/progress", report("a"))).json).toMatchObject({
      decision: "not_enrolled",
      progress: null,
    });
    const unknown = await player.post("missions/progress", { ...report("a"), mission_key: "none" });
    expect([unknown.status, unknown.json.decision, unknown.json.progress]).toEqual([
      200,
      "not_enrolled",
      null,
    ]);
    await player.post("missions/enroll", { mission_key: "visit" });
    expect((await player.post("missions/progress", report("a", "spins"))).json.decision).toBe(
      "not_reportable",
    );
    expect((await player.post("missions/progress", report("a"))).json).toMatchObject({
      decision: "allowed",
      completed: false,
      progress: { value: 1, target: 2, pct: 50 },
    });
    expect((await player.post("missions/progress", report("a"))).json.decision).toBe("replay");
    const done = await player.post("missions/progress", report("b"));
    expect(done.json).toMatchObject({
      decision: "allowed",
      completed: true,
      reward: { kind: "salutes", amount: 2.5 },
      balances: { salutes: 2.5 },
    });
    expect((await player.post("missions/progress", report("c"))).json.decision).toBe("cap_reached");
    expect((await player.post("missions/list")).json.missions).toEqual([]);
    expect((await player.post("missions/history")).json.missions[0]).toMatchObject({
      state: "done",
      reward: { kind: "salutes", amount: 2.5 },
      progress: { value: 2, target: 2, pct: 100 },
    });
  });

  test("enforces cooldowns and hourly limits; a refused event can count later", async () => {
    await activeMission({
      goal: { kind: "visit", target: 100 },
      limits: { cooldown_seconds: 10, per_hour: 3 },
    });
    const player = await newPlayer(world, 7);
    await player.post("missions/enroll", { mission_key: "visit" });
    const decide = async (id: string) => (await player.post("missions/progress", report(id))).json.decision;
    expect(await decide("a")).toBe("allowed");
    expect(await decide("b")).toBe("cooldown");
    world.clock.advance(10 * SECOND_MS);
    expect(await decide("b")).toBe("allowed");
    world.clock.advance(10 * SECOND_MS);
    expect(await decide("c")).toBe("allowed");
    world.clock.advance(10 * SECOND_MS);
    expect(await decide("d")).toBe("velocity");
    world.clock.advance(HOUR_MS);
    expect(await decide("d")).toBe("allowed");
    const { decisions } = (await desk.get("admin/missions/visit/analytics")).json;
    expect(decisions).toMatchObject({ allowed: 4, cooldown: 1, velocity: 1, replay: 0 });
  });

  test("in shadow mode limits are recorded but not enforced", async () => {
    await activeMission({
      goal: { kind: "visit", target: 9 },
      limits: { cooldown_seconds: 60 },
      shadow: true,
    });
    const player = await newPlayer(world, 7);
    await player.post("missions/enroll", { mission_key: "visit" });
    for (const id of ["a", "b"])
      expect((await player.post("missions/progress", report(id))).json.decision).toBe("allowed");
    const { decisions, shadow_decisions } = (await desk.get("admin/missions/visit/analytics")).json;
    expect(decisions).toMatchObject({ allowed: 2, cooldown: 0 });
    expect(shadow_decisions).toEqual({ cooldown: 1 });
  });

  test("implausibly fast reports count and are flagged", async () => {
    await activeMission({ goal: { kind: "visit", target: 50 } });
    const player = await newPlayer(world, 7);
    await player.post("missions/enroll", { mission_key: "visit" });
    const seen: string[] = [];
    for (let index = 0; index < 12; index++)
      seen.push((await player.post("missions/progress", report(`e${index}`))).json.decision);
    expect(seen.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => "allowed"));
    expect(seen.slice(10)).toEqual(["review", "review"]);
    expect((await player.post("missions/list")).json.missions[0].progress.value).toBe(12);
    expect((await desk.get("admin/missions/visit/stats")).json.stats.flagged).toBe(2);
    expect((await desk.get("admin/games/user-profiles")).json.profiles[0].flags).toContain("review");
  });

  test("concurrent calls never exceed the budget", async () => {
    await activeMission({ goal: { kind: "visit", target: 1 }, budget: 5 });
    const players = await Promise.all([1, 2, 3, 4].map((id) => newPlayer(world, id)));
    for (const player of players) await player.post("missions/enroll", { mission_key: "visit" });
    const answers = await Promise.all(players.map((player) => player.post("missions/progress", report("x"))));
    const decisions = answers.map(({ json }) => json.decision).sort();
    expect(decisions).toEqual(["allowed", "allowed", "cap_reached", "cap_reached"]);
    const { json } = await desk.get("admin/missions/visit/analytics");
    expect([json.rewards_paid, json.budget_left]).toEqual([5, 0]);
    expect(json.funnel).toEqual({ eligible: 4, enrolled: 4, started: 2, completed: 2, rewarded: 2 });
    const late = await newPlayer(world, 5);
    expect((await late.post("missions/enroll", { mission_key: "visit" })).json.error).toBe("mission_closed");
  });

  test("a mission can be repeated by enrolling again, up to its cap", async () => {
    await activeMission({ goal: { kind: "visit", target: 1 }, per_player_cap: 2 });
    const player = await newPlayer(world, 7);
    const finish = async (id: string) => {
      await player.post("missions/enroll", { mission_key: "visit" });
      return (await player.post("missions/progress", report(id))).json.decision;
    };
    expect(await finish("a")).toBe("allowed");
    expect((await player.post("missions/progress", report("b"))).json.decision).toBe("not_enrolled");
    expect(await finish("b")).toBe("allowed");
    expect(await finish("c")).toBe("cap_reached");
    expect((await player.post("missions/history")).json.missions).toHaveLength(2);
    expect((await player.post("missions/catalog")).json.missions).toEqual([]);
  });
});

describe("server events", () => {
  test("spins, salutes and streaks count in the commit that causes them, once each, and only after enrollment", async () => {
    const nothing = { kind: "nothing" };
    await activeMission({ mission_key: "spins", goal: { kind: "spins", target: 2 }, reward: nothing });
    await activeMission({ mission_key: "days", goal: { kind: "streak_days", target: 3 }, reward: nothing });
    const player = await newPlayer(world, 7);
    await player.give(1000);
    await player.act("games/spin-wheel/play");
    for (const mission_key of ["spins", "days"]) await player.post("missions/enroll", { mission_key });
    const values = async () => {
      const { missions } = (await player.post("missions/list")).json;
      return Object.fromEntries(
        missions.map((each: { mission_key: string; progress: { value: number } }) => [
          each.mission_key,
          each.progress.value,
        ]),
      );
    };
    expect(await values()).toEqual({ spins: 0, days: 0 });
    const play = { idempotency_key: "same", pay: "salutes" };
    expect((await player.act("games/spin-wheel/play", play)).status).toBe(200);
    expect((await player.act("games/spin-wheel/play", play)).json.replayed).toBe(true);
    expect(await values()).toEqual({ spins: 1, days: 1 });
    world.clock.advance(DAY_MS);
    await player.act("games/spin-wheel/play", { pay: "salutes" });
    expect(await values()).toEqual({ days: 2 });
    world.clock.advance(2 * DAY_MS);
    await player.act("games/spin-wheel/play", { pay: "salutes" });
    expect(await values()).toEqual({ days: 1 });
  });

  test("a referral counts when the new player completes a mission, only by the signed start parameter", async () => {
    await activeMission({ goal: { kind: "visit", target: 1 } });
    await activeMission({
      mission_key: "friends",
      goal: { kind: "referrals", target: 1 },
      reward: { kind: "free_spins", amount: 3 },
    });
    const host = await newPlayer(world, 1);
    await host.post("missions/enroll", { mission_key: "friends" });
    const { json } = await host.post("init/verify");
    const startParam: string = json.referral_param ?? `r${(1).toString(36)}`;
    const headers = { authorization: `tma ${initData(world, 2, { startParam })}` };
    expect((await world.call("POST", "/api/messenger/init/verify", { body: {}, headers })).status).toBe(200);
    const guest = createPlayer(world, 2);
    await guest.post("missions/enroll", { mission_key: "visit" });
    expect((await host.post("missions/list")).json.missions).toHaveLength(1);
    await guest.post("missions/progress", { mission_key: "visit", event_id: "a", kind: "visit" });
    const [done] = (await host.post("missions/history")).json.missions;
    expect(done).toMatchObject({ mission_key: "friends", reward: { kind: "free_spins", amount: 3 } });
    expect((await host.post("missions/list")).json.free_spin_balance).toBe(3);
  });
});
