import { afterEach, beforeEach, expect, test } from "bun:test";
import { INVARIANTS } from "../../../../src/compose/modules.ts";
import { DAY_MS, HOUR_MS } from "../../../../src/kit/clock.ts";
import { createStarterMissions } from "../../../../src/modules/messenger/starter-missions/index.ts";
import { createMessengerWorld, createPlayer, initData, newPlayer } from "../../../harness/app/messenger.ts";
import type { World } from "../../../harness/app/world.ts";

let world: World;

beforeEach(async () => {
  world = await createMessengerWorld();
  await world.services.live.writer.run((tx) => createStarterMissions(tx, { kind: "command", name: "test" }));
});
afterEach(async () => {
  const findings = INVARIANTS.map((each) => each.run(world.services.live.read));
  expect(findings.filter(({ ok }) => !ok)).toEqual([]);
  await world.close();
});

test("a new player finishes the starter missions by what the app offers, and none pays salutes", async () => {
  const player = await newPlayer(world, 901);
  const { missions } = (await player.post("missions/catalog")).json;
  expect(missions.map(({ mission_key }: { mission_key: string }) => mission_key).sort()).toEqual([
    "starter-code",
    "starter-days",
    "starter-invite",
    "starter-share",
  ]);
  for (const { mission_key, reward } of missions) {
    expect(reward.kind).toBe("missiles");
    await player.post("missions/enroll", { mission_key });
  }
  expect((await player.act("games/promos/claim", { code: "welcome" })).json.balances.missiles).toBe(3);
  const shared = { mission_key: "starter-share", event_id: "share", kind: "share_link" };
  expect((await player.post("missions/progress", shared)).json).toMatchObject({
    completed: true,
    balances: { missiles: 4 },
  });
  const open = (event_id: string) =>
    player.post("missions/progress", { mission_key: "starter-days", event_id, kind: "open_app" });
  expect((await open("day-1")).json.progress.value).toBe(1);
  world.clock.advance(HOUR_MS);
  expect((await open("another")).json).toMatchObject({ decision: "cooldown", progress: { value: 1 } });
  world.clock.advance(DAY_MS);
  await open("day-2");
  world.clock.advance(DAY_MS);
  expect((await open("day-3")).json).toMatchObject({ completed: true, balances: { missiles: 7 } });
});

test("a friend who comes by the link and finishes a mission completes the invitation, once", async () => {
  const host = await newPlayer(world, 902);
  await host.post("missions/enroll", { mission_key: "starter-invite" });
  const { referral_param } = (await host.post("init/verify")).json;
  const headers = { authorization: `tma ${initData(world, 903, { startParam: referral_param })}` };
  await world.call("POST", "/api/messenger/init/verify", { body: {}, headers });
  const friend = createPlayer(world, 903);
  await friend.post("missions/enroll", { mission_key: "starter-code" });
  expect((await host.post("missions/history")).json.missions).toEqual([]);
  await friend.act("games/promos/claim", { code: "WELCOME" });
  expect((await host.post("missions/history")).json.missions).toMatchObject([
    { mission_key: "starter-invite", reward: { kind: "missiles", amount: 5 } },
  ]);
});

test("the starter missions speak the player's language, and what operators changed stays as written", async () => {
  const headers = { "accept-language": "de" };
  await newPlayer(world, 904);
  const titles = async () =>
    (
      await world.call("POST", "/api/messenger/missions/catalog", {
        body: {},
        headers: { ...headers, authorization: `tma ${initData(world, 904)}` },
      })
    ).json.missions.map(({ title }: { title: string }) => title);
  expect(await titles()).toContain("Bring jemanden mit");
  await world.services.live.writer.run((tx) =>
    tx.run("UPDATE missions SET title = 'Bring two' WHERE mission_key = 'starter-invite'"),
  );
  expect(await titles()).toContain("Bring two");
  expect(await titles()).toContain("Komm wieder");
});
