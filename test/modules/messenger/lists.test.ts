import { afterAll, beforeAll, expect, test } from "bun:test";
import { createMessengerWorld, newPlayer } from "../../harness/app/messenger.ts";
import { messengerDesk } from "../../harness/app/messenger-desk.ts";
import type { World } from "../../harness/app/world.ts";

/** Lists of players and operators follow the conventions of contract section 2. */

let world: World;
beforeAll(async () => {
  world = await createMessengerWorld();
});
afterAll(() => world.close());

test("every list says how many it holds, and filters come back as they were applied", async () => {
  const player = await newPlayer(world, 5_001);
  await player.act("games/spin-wheel/play");
  const desk = await messengerDesk(world);
  const goal = { kind: "visit", target: 1 };
  const reward = { kind: "salutes", amount: 5 };
  await desk.post("admin/missions", { mission_key: "m", title: "M", state: "active", goal, reward });
  for (const [code, enabled] of [
    ["ON", true],
    ["OFF", false],
  ])
    await desk.post("admin/games/promos", { code, title: "P", reward, enabled });
  await player.post("missions/enroll", { mission_key: "m" });
  await player.post("missions/progress", { mission_key: "m", event_id: "e", kind: "visit" });
  const lists = {
    games: [await player.get("games/catalog"), await player.post("games/catalog")],
    items: [await player.get("engagement/activity-preview")],
    entries: [await player.get("engagement/leaderboard-preview")],
    missions: [
      await player.post("missions/catalog"),
      await player.post("missions/list"),
      await player.post("missions/history"),
      await desk.get("admin/missions"),
      await desk.get("admin/missions/comparison"),
    ],
    audience_groups: [await desk.get("admin/games/audience-groups")],
    campaigns: [
      await desk.get("admin/games/wheel-campaigns"),
      await desk.get("admin/games/catalog-campaigns"),
    ],
    promos: [await desk.get("admin/games/promos"), await desk.get("admin/games/promos?include_disabled=1")],
    profiles: [await desk.get("admin/games/user-profiles?limit=7")],
    rows: [await desk.get("admin/games/overview/export?format=json&days=2")],
  };
  for (const [name, answers] of Object.entries(lists))
    for (const { json, status } of answers)
      expect([name, status, json.count]).toEqual([name, 200, json[name].length]);
  expect(lists.promos.map(({ json }) => [json.count, json.query])).toEqual([
    [1, { include_disabled: false }],
    [2, { include_disabled: true }],
  ]);
  expect(lists.profiles[0]?.json.query).toEqual({ limit: 7 });
  expect(lists.missions.map(({ json }) => json.count)).toEqual([0, 0, 1, 1, 1]);
});

test("audience groups come newest first, and a rule that is none is told which there are", async () => {
  const desk = await messengerDesk(world, "owner");
  for (const key of ["b", "c", "a"]) {
    world.clock.advance(1_000);
    await desk.post("admin/games/audience-groups", { key, title: key, rule: { all: true } });
  }
  const { audience_groups } = (await desk.get("admin/games/audience-groups")).json;
  expect(audience_groups.map(({ key }: { key: string }) => key)).toEqual(["a", "c", "b"]);
  for (const rule of [{ all: true, any: [{ min_salutes: 1 }] }, {}]) {
    const refused = await desk.post("admin/games/audience-groups", { key: "x", title: "X", rule });
    expect([refused.status, refused.json.details[0].field]).toEqual([400, "rule"]);
    expect(refused.json.message).toContain("{every: [conditions]}");
  }
});

test("a refused rule names the field and its bound", async () => {
  const desk = await messengerDesk(world);
  const faultsOf = async (rule: object) =>
    (await desk.post("admin/games/audience-groups", { key: "x", title: "X", rule })).json.details;
  expect(await faultsOf({ every: [{ percent: 101, salt: "x" }] })).toEqual([
    { field: "rule.every.0.percent", message: "must be a number from 0 to 100" },
  ]);
  expect(await faultsOf({ any: [{ min_salutes: 1 }, { joined_after: "yesterday" }] })).toEqual([
    {
      field: "rule.any.1.joined_after",
      message: "must be an ISO 8601 time such as 2026-11-21T10:00:00Z",
    },
  ]);
  expect(await faultsOf({ every: [{ percent: 10 }] })).toEqual([
    { field: "rule.every.0.salt", message: "is required" },
  ]);
  expect(await faultsOf({ any: [] })).toEqual([{ field: "rule.any", message: "must be a list of 1 to 20" }]);
  expect(await faultsOf({ all: false })).toEqual([{ field: "rule.all", message: "must be true" }]);
  expect(await faultsOf({ telegram_ids: ["x"] })).toMatchObject([{ field: "rule.telegram_ids.0" }]);
});

test("a player's missions come newest first, and the completed ones by their completion", async () => {
  world.clock.advance(1_000);
  const desk = await messengerDesk(world);
  const keys = ["old", "new"];
  const goal = { kind: "visit", target: 1 };
  const reward = { kind: "nothing" };
  for (const mission_key of keys)
    await desk.post("admin/missions", { mission_key, title: "M", state: "active", goal, reward });
  const player = await newPlayer(world, 5_010);
  const keysOf = async (list: string) =>
    (await player.post(`missions/${list}`)).json.missions.map(
      ({ mission_key }: { mission_key: string }) => mission_key,
    );
  expect((await keysOf("catalog")).slice(0, 2)).toEqual(["new", "old"]);
  for (const mission_key of keys) await player.post("missions/enroll", { mission_key });
  expect(await keysOf("list")).toEqual(["new", "old"]);
  for (const mission_key of ["new", "old"]) {
    world.clock.advance(1_000);
    await player.post("missions/progress", { mission_key, event_id: mission_key, kind: "visit" });
  }
  expect(await keysOf("history")).toEqual(["old", "new"]);
});
