import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createMessengerWorld, newPlayer } from "../../../harness/app/messenger.ts";
import { type Desk, messengerDesk } from "../../../harness/app/messenger-desk.ts";
import type { World } from "../../../harness/app/world.ts";

let world: World;
let desk: Desk;

beforeEach(async () => {
  world = await createMessengerWorld();
  desk = await messengerDesk(world);
});
afterEach(() => world.close());

const MISSION = {
  mission_key: "m",
  title: "Clear the grid",
  goal: { kind: "grid_cleared", target: 3 },
  reward: { kind: "missiles", amount: 5 },
};
const at = (revision: number) => ({ "x-expected-revision": String(revision) });

describe("definitions", () => {
  test("a new mission is a draft with defaults, and its key cannot be used again", async () => {
    const { json } = await desk.post("admin/missions", MISSION);
    expect(json.mission).toMatchObject({
      ...MISSION,
      revision: 1,
      state: "draft",
      description: null,
      window: { starts_at: null, ends_at: null },
      audience: null,
      per_player_cap: 1,
      budget: null,
      budget_left: null,
      limits: { cooldown_seconds: 0, per_hour: null },
      shadow: false,
    });
    const again = await desk.post("admin/missions", MISSION);
    expect([again.status, again.json.error]).toEqual([409, "state_conflict"]);
    expect((await desk.get("admin/missions")).json.missions).toHaveLength(1);
  });

  test("a change requires the revision that it is based on", async () => {
    await desk.post("admin/missions", MISSION);
    const missing = await desk.patch("admin/missions/m", { title: "New" });
    expect([missing.status, missing.json.error]).toEqual([428, "revision_required"]);
    expect(
      (await desk.patch("admin/missions/m", { title: "New" }, { "x-expected-revision": "x" })).status,
    ).toBe(400);
    const changed = await desk.patch("admin/missions/m", { title: "New" }, at(1));
    expect(changed.json.mission).toMatchObject({ revision: 2, title: "New", goal: MISSION.goal });
    const stale = await desk.patch("admin/missions/m", { title: "Newer" }, at(1));
    expect([stale.status, stale.json.error, stale.json.current_revision]).toEqual([
      409,
      "revision_conflict",
      2,
    ]);
    expect((await desk.patch("admin/missions/m", {}, at(2))).status).toBe(400);
    expect((await desk.patch("admin/missions/none", { title: "x" }, at(1))).json.error).toBe(
      "mission_not_found",
    );
  });

  test("null removes a value, and omitted fields are unchanged", async () => {
    await desk.post("admin/missions", {
      ...MISSION,
      description: "Words",
      budget: 50,
      limits: { cooldown_seconds: 5, per_hour: 9 },
    });
    const { json } = await desk.patch(
      "admin/missions/m",
      { description: null, budget: null, limits: { per_hour: null } },
      at(1),
    );
    expect(json.mission).toMatchObject({
      description: null,
      budget: null,
      limits: { cooldown_seconds: 5, per_hour: null },
    });
  });

  test("invalid values are refused with their field", async () => {
    const faults: [object, string][] = [
      [{ goal: { kind: "spins", target: 1.5 } }, "goal.target"],
      [{ goal: { kind: "salutes_earned", target: 0.001 } }, "goal.target"],
      [{ reward: { kind: "missiles", amount: 0.5 } }, "reward.amount"],
      [{ reward: { kind: "nothing", amount: 5 } }, "reward.amount"],
      [{ reward: { kind: "salutes" } }, "reward.amount"],
      [{ audience: "none" }, "audience"],
      [{ window: { starts_at: "2026-12-02T00:00:00Z", ends_at: "2026-12-01T00:00:00Z" } }, "window.ends_at"],
      [{ mission_key: "-m" }, "mission_key"],
      [{ per_player_cap: 0 }, "per_player_cap"],
    ];
    for (const [fault, field] of faults) {
      const { json, status } = await desk.post("admin/missions", { ...MISSION, ...fault });
      expect([status, json.error, json.details?.[0].field]).toEqual([400, "invalid_payload", field]);
    }
    expect((await desk.get("admin/missions")).json.missions).toEqual([]);
  });

  test("activating and deactivating are idempotent", async () => {
    await desk.post("admin/missions", MISSION);
    for (const [verb, state] of [
      ["activate", "active"],
      ["deactivate", "inactive"],
    ]) {
      const first = await desk.post(`admin/missions/m/${verb}`);
      const again = await desk.post(`admin/missions/m/${verb}`);
      expect(first.json.mission.state).toBe(state);
      expect(again.json.mission.revision).toBe(first.json.mission.revision);
      expect((await desk.post(`admin/missions/none/${verb}`)).status).toBe(404);
    }
  });

  test("at most 200 missions are active", async () => {
    const insert = `INSERT INTO missions (mission_key, revision, state, title, description, goal_kind, goal_target,
      reward_kind, reward_amount, per_player_cap, spent, paid, cooldown_seconds, shadow, created_at, updated_at)
      VALUES (?, 1, 'active', 't', '', 'visit', 1, 'nothing', 0, 1, 0, 0, 0, 0, 0, 0)`;
    await world.services.live.writer.run((tx) => {
      for (let index = 0; index < 200; index++) tx.run(insert, `m${index}`);
    });
    await desk.post("admin/missions", MISSION);
    expect((await desk.post("admin/missions/m/activate")).json.error).toBe("state_conflict");
    const open = { ...MISSION, mission_key: "open", state: "active" };
    expect((await desk.post("admin/missions", open)).json.error).toBe("state_conflict");
    expect((await desk.post("admin/missions/m0/deactivate")).status).toBe(200);
    expect((await desk.post("admin/missions/m/activate")).status).toBe(200);
  });

  test("with enrolled players, a goal keeps its kind, and its target stays above their progress", async () => {
    await desk.post("admin/missions", { ...MISSION, goal: { kind: "visit", target: 5 }, state: "active" });
    const change = (kind: string, target: number, revision: number) =>
      desk.patch("admin/missions/m", { goal: { kind, target } }, at(revision));
    expect((await change("open_app", 4, 1)).status).toBe(200);
    const player = await newPlayer(world, 8);
    await player.post("missions/enroll", { mission_key: "m" });
    const kind = await change("visit", 4, 2);
    expect([kind.json.error, kind.json.message]).toEqual([
      "state_conflict",
      expect.stringContaining("enrolled"),
    ]);
    for (const event_id of ["a", "b"])
      await player.post("missions/progress", { mission_key: "m", event_id, kind: "open_app" });
    const low = await change("open_app", 2, 2);
    expect([low.json.error, low.json.message]).toEqual(["state_conflict", expect.stringContaining("higher")]);
    expect((await change("open_app", 3, 2)).status).toBe(200);
    await player.post("missions/progress", { mission_key: "m", event_id: "c", kind: "open_app" });
    expect((await player.post("missions/history")).json.count).toBe(1);
  });

  test("after the first payout, goal and reward are fixed, and the budget must cover the paid amount", async () => {
    await desk.post("admin/missions", { ...MISSION, goal: { kind: "visit", target: 1 }, budget: 20 });
    await desk.post("admin/missions/m/activate");
    const player = await newPlayer(world, 7);
    await player.post("missions/enroll", { mission_key: "m" });
    await player.post("missions/progress", { mission_key: "m", event_id: "a", kind: "visit" });
    const change = (body: object) => desk.patch("admin/missions/m", body, at(2));
    expect((await change({ goal: { kind: "visit", target: 2 } })).json.error).toBe("state_conflict");
    expect((await change({ reward: { kind: "missiles", amount: 6 } })).json.error).toBe("state_conflict");
    expect((await change({ budget: 4 })).json.details[0].field).toBe("budget");
    expect((await change({ budget: 5, title: "Over" })).json.mission).toMatchObject({
      budget: 5,
      budget_left: 0,
    });
  });

  test("viewers can read but not change; unauthenticated callers get 403", async () => {
    await desk.post("admin/missions", MISSION);
    world.clock.advance(1);
    const viewer = await messengerDesk(world, "viewer");
    expect((await viewer.get("admin/missions")).status).toBe(200);
    expect((await viewer.post("admin/missions", { ...MISSION, mission_key: "n" })).json.error).toBe(
      "forbidden",
    );
    expect((await viewer.patch("admin/missions/m", { title: "x" }, at(1))).status).toBe(403);
    expect((await viewer.post("admin/missions/m/activate")).status).toBe(403);
    expect((await world.call("GET", "/api/messenger/admin/missions")).status).toBe(403);
  });

  test("an Idempotency-Key runs a change once", async () => {
    const key = { "idempotency-key": "k1" };
    const first = await desk.post("admin/missions", MISSION, key);
    const again = await desk.post("admin/missions", MISSION, key);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.json).toEqual(first.json);
    const twice = { "idempotency-key": "k2" };
    expect((await desk.post("admin/missions/m/deactivate", undefined, twice)).status).toBe(200);
    const elsewhere = await desk.post("admin/missions/n/deactivate", undefined, twice);
    expect([elsewhere.status, elsewhere.json.error]).toEqual([409, "idempotency_conflict"]);
    const other = await desk.post("admin/missions", { ...MISSION, title: "x" }, key);
    expect([other.status, other.json.error]).toEqual([409, "idempotency_conflict"]);
  });
});

test("a player's active missions are found by an index, for any number of enrollments", async () => {
  const plan = world.services.live.read.all<{ detail: string }>(
    `EXPLAIN QUERY PLAN SELECT e.* FROM mission_enrollments e JOIN missions m ON m.id = e.mission_id
       WHERE e.player_id = 1 AND e.state = 'active' AND m.goal_kind = 'spins' ORDER BY e.id`,
  );
  const words = plan.map(({ detail }) => detail).join("; ");
  expect(words).toContain("mission_enrollments");
  expect(words).not.toMatch(/SCAN (e|m)\b/);
});

describe("figures", () => {
  test("the comparison shows enrolled and eligible players, and claims no causality", async () => {
    await desk.post("admin/missions", { ...MISSION, goal: { kind: "visit", target: 1 } });
    await desk.post("admin/missions/m/activate");
    const [one, two] = [await newPlayer(world, 1), await newPlayer(world, 2)];
    await one.post("missions/enroll", { mission_key: "m" });
    for (const player of [one, two]) {
      await player.give(100);
      await player.act("games/spin-wheel/play");
    }
    const [compared] = (await desk.get("admin/missions/comparison?days=7")).json.missions;
    expect(compared).toMatchObject({
      mission_key: "m",
      causal: false,
      enrolled: { players: 1, active_days: 1 },
      eligible_not_enrolled: { players: 1, active_days: 1 },
    });
  });

  test("the comparison counts only players in the audience", async () => {
    const rule = { every: [{ language: "en" }, { percent: 100, salt: "s" }] };
    await desk.post("admin/games/audience-groups", { key: "g", title: "G", rule });
    await desk.post("admin/games/audience-groups", { key: "none", title: "N", rule: { telegram_ids: [] } });
    for (const [mission_key, audience] of [
      ["m", "g"],
      ["n", "none"],
    ]) {
      await desk.post("admin/missions", { ...MISSION, mission_key, audience });
      await desk.post(`admin/missions/${mission_key}/activate`);
    }
    await newPlayer(world, 1);
    const { missions } = (await desk.get("admin/missions/comparison")).json;
    const others = missions.map((each: { eligible_not_enrolled: object }) => each.eligible_not_enrolled);
    expect(others).toMatchObject([{ players: 0 }, { players: 1 }]);
  });

  test("a window is given by days or a preset, and days take precedence", async () => {
    await desk.post("admin/missions", MISSION);
    const days = async (query: string) =>
      (await desk.get(`admin/missions/m/analytics${query}`)).json.by_day?.length;
    expect(await days("")).toBe(30);
    expect(await days("?preset=today")).toBe(1);
    expect(await days("?preset=90d")).toBe(90);
    expect(await days("?preset=7d&days=3")).toBe(3);
    expect((await desk.get("admin/missions/m/analytics?preset=1y")).status).toBe(400);
    expect((await desk.get("admin/missions/m/analytics?days=366")).status).toBe(400);
    expect((await desk.get("admin/missions/none/analytics")).status).toBe(404);
    expect((await desk.get("admin/missions/none/stats")).status).toBe(404);
    expect((await desk.get("admin/missions/comparison?days=0")).status).toBe(400);
  });
});

test("missions are opened and closed with an empty object or without a body", async () => {
  const mission = {
    mission_key: "m",
    title: "M",
    goal: { kind: "spins", target: 1 },
    reward: { kind: "nothing" },
  };
  await desk.post("admin/missions", mission);
  for (const body of [undefined, {}]) {
    expect((await desk.post("admin/missions/m/activate", body)).json.mission.state).toBe("active");
    expect((await desk.post("admin/missions/m/deactivate", body)).json.mission.state).toBe("inactive");
  }
  expect((await desk.post("admin/missions/m/activate", { state: "active" })).status).toBe(400);
});
