import { afterEach, beforeEach, expect, test } from "bun:test";
import { createMessengerWorld, newPlayer } from "../../harness/messenger.ts";
import type { World } from "../../harness/world.ts";

let world: World;
beforeEach(async () => {
  world = await createMessengerWorld();
});
afterEach(() => world.close());

test("a free spin pays, then waits, then salutes pay for the next", async () => {
  const player = await newPlayer(world, 501);
  const status = await player.post("games/spin-wheel/status");
  expect(status.json).toMatchObject({
    can_play: true,
    reason: null,
    campaign: { key: "demo-wheel", cost: 4 },
  });
  const first = await player.act("games/spin-wheel/play", { client_seed: "mine" });
  expect(first.status).toBe(200);
  expect(first.json.round).toMatchObject({ paid_with: "free", nonce: 1 });
  expect(first.json.replayed).toBe(false);
  const after = await player.act("games/spin-wheel/play", { pay: "free" });
  expect([after.status, after.json.error]).toEqual([409, "cooldown"]);
  await player.give(100);
  const paid = await player.act("games/spin-wheel/play", { pay: "salutes" });
  expect(paid.json.round).toMatchObject({ paid_with: "salutes", cost: 4, nonce: 2 });
});
