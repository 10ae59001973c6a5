import { afterEach, beforeEach, expect, test } from "bun:test";
import { INVARIANTS } from "../../../../src/compose/modules.ts";
import { createMessengerWorld, newPlayer, type TestPlayer } from "../../../harness/app/messenger.ts";
import { type Desk, messengerDesk } from "../../../harness/app/messenger-desk.ts";
import type { World } from "../../../harness/app/world.ts";

let world: World;
let desk: Desk;

beforeEach(async () => {
  world = await createMessengerWorld();
  desk = await messengerDesk(world);
});
afterEach(() => world.close());

function faults(): string[] {
  return INVARIANTS.map(({ run }) => run(world.services.live.read))
    .filter(({ ok }) => !ok)
    .map(({ detail }) => detail);
}

/** A mission that pays after earning a number of salutes. */
async function earning(mission_key: string, target: number, paid: number, more: object = {}): Promise<void> {
  const mission = {
    mission_key,
    title: mission_key,
    state: "active",
    goal: { kind: "salutes_earned", target },
  };
  const made = await desk.post("admin/missions", {
    ...mission,
    reward: { kind: "salutes", amount: paid },
    ...more,
  });
  expect(made.status).toBe(200);
}

async function promo(amount: number): Promise<void> {
  const reward = { kind: "salutes", amount };
  expect((await desk.post("admin/games/promos", { code: "GIFT", title: "Gift", reward })).status).toBe(200);
}

async function enrolled(id: number, keys: readonly string[]): Promise<TestPlayer> {
  const player = await newPlayer(world, id);
  for (const mission_key of keys)
    expect((await player.post("missions/enroll", { mission_key })).status).toBe(200);
  return player;
}

test("a reward that completes the next mission pays each mission once and loses no progress", async () => {
  await earning("first", 5, 3);
  await earning("second", 3, 1);
  await earning("third", 100, 50);
  await promo(5);
  const player = await enrolled(7, ["first", "second", "third"]);
  const claimed = await player.act("games/promos/claim", { code: "gift" });
  expect(claimed.json).toMatchObject({ balances: { salutes: 9 } });
  const [open] = (await player.post("missions/list")).json.missions;
  expect(open).toMatchObject({ mission_key: "third", progress: { value: 9 } });
  expect((await player.post("missions/history")).json.missions).toHaveLength(2);
  expect(faults()).toEqual([]);
});

test("a budget used up by a chained reward closes the mission and refuses no play", async () => {
  await earning("first", 5, 3, { budget: 3 });
  await earning("second", 5, 3, { budget: 3 });
  await promo(5);
  const player = await enrolled(7, ["first", "second"]);
  expect((await player.act("games/promos/claim", { code: "gift" })).json.balances.salutes).toBe(11);
  const late = await newPlayer(world, 8);
  expect((await late.post("missions/enroll", { mission_key: "first" })).json.error).toBe("mission_closed");
  expect((await late.act("games/promos/claim", { code: "gift" })).json.balances.salutes).toBe(5);
  expect(faults()).toEqual([]);
});
