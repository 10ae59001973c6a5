import { afterEach, expect, test } from "bun:test";
import { INVARIANTS } from "../../../src/compose/modules.ts";
import { createStarterMissions } from "../../../src/modules/messenger/starter-missions/index.ts";
import { switchSafeMode } from "../../../src/modules/platform/state/index.ts";
import { createMessengerWorld, createPlayer } from "../../harness/app/messenger.ts";
import type { World } from "../../harness/app/world.ts";

let world: World;
afterEach(async () => {
  const findings = INVARIANTS.map((each) => each.run(world.services.live.read));
  expect(findings.filter(({ ok }) => !ok)).toEqual([]);
  await world.close();
});

const DEFAULTS = { MINIAPP_GIFT_MISSILES: "3" };

test("a new player gets three missiles, once, and they are in the answer to the sign-in", async () => {
  world = await createMessengerWorld(DEFAULTS);
  const player = createPlayer(world, 801);
  const first = await player.post("init/verify");
  expect(first.json).toMatchObject({
    identity_status: "new",
    balances: { salutes: 0, missiles: 3, free_spins: 0 },
  });
  const again = await player.post("init/verify");
  expect(again.json).toMatchObject({ identity_status: "known", missile_balance: 3 });
  const { items } = (await player.get("engagement/activity-preview")).json;
  expect(items).toMatchObject([{ kind: "grant", change: { kind: "missiles", amount: 3 } }]);
});

test("a first change without a sign-in comes with the gift, too", async () => {
  world = await createMessengerWorld({ MINIAPP_GIFT_MISSILES: "1", MINIAPP_GIFT_SALUTES: "10" });
  const player = createPlayer(world, 802);
  expect((await player.post("games/recon-grid/status")).json.balances).toEqual({
    salutes: 0,
    missiles: 0,
    free_spins: 0,
  });
  await createPlayer(world, 804).post("init/verify");
  expect(world.services.live.read.all("SELECT week FROM messenger_scores")).toEqual([]);
  const spun = await player.act("games/spin-wheel/play", { pay: "salutes" });
  expect(spun.json.round).toMatchObject({ paid_with: "salutes", cost: 4 });
  const { round } = (await player.act("games/recon-grid/start")).json;
  expect((await player.act("games/recon-grid/reveal", { round_id: round.id, cell: 0 })).status).toBe(200);
});

test("the server commits to a seed when it creates the player, by whatever change", async () => {
  world = await createMessengerWorld(DEFAULTS);
  await world.services.live.writer.run((tx) => createStarterMissions(tx, { kind: "command", name: "test" }));
  const player = createPlayer(world, 805);
  expect((await player.get("games/fairness")).json.fairness).toBeNull();
  expect((await player.post("missions/enroll", { mission_key: "starter-share" })).status).toBe(200);
  const { fairness } = (await player.get("games/fairness")).json;
  expect(fairness).toMatchObject({ server_seed: null, nonce: 1, client_seed_source: "server" });
  const statuses = await Promise.all(
    ["spin-wheel", "recon-grid"].map((game) => player.post(`games/${game}/status`)),
  );
  expect(statuses.map(({ json }) => json.fairness)).toEqual([fairness, fairness]);
  const { round } = (await player.act("games/spin-wheel/play", { client_seed: "mine" })).json;
  expect(round.fairness).toMatchObject({ server_seed_hash: fairness.server_seed_hash, nonce: 1 });
});

test("a refused first change creates neither a player nor a gift, nor does a sign-in in safe mode", async () => {
  world = await createMessengerWorld(DEFAULTS);
  const player = createPlayer(world, 803);
  expect((await player.act("games/promos/claim", { code: "UNKNOWN" })).status).toBe(404);
  await world.services.live.writer.run((tx) => switchSafeMode(tx, { kind: "command", name: "test" }, "test"));
  expect((await player.post("init/verify")).json.error).toBe("safe_mode");
  const rows = world.services.live.read.all(
    "SELECT id FROM messenger_players UNION SELECT id FROM messenger_entries",
  );
  expect(rows).toEqual([]);
});

test("a post that changes nothing creates nobody, and pays no gift", async () => {
  world = await createMessengerWorld(DEFAULTS);
  await world.services.live.writer.run((tx) => createStarterMissions(tx, { kind: "command", name: "test" }));
  const player = createPlayer(world, 806);
  const read = await player.act("limits");
  expect(read.json).toMatchObject({ limits: { daily_salutes: null, spent_today: 0 }, missile_balance: 0 });
  expect(read.json.replayed).toBe(false);
  const report = { mission_key: "starter-share", event_id: "share:1", kind: "share_link" };
  const reported = await player.post("missions/progress", report);
  expect(reported.json).toMatchObject({ decision: "not_enrolled", progress: null, missile_balance: 0 });
  const { live } = world.services;
  expect(live.read.all("SELECT id FROM messenger_players")).toEqual([]);
  expect(live.read.all("SELECT mission_id FROM mission_decisions")).toEqual([]);
  expect((await player.act("limits", { daily_salutes: 5 })).json).toMatchObject({ missile_balance: 3 });
});

test("a player of an older database gets a seed with the next change", async () => {
  world = await createMessengerWorld(DEFAULTS);
  const player = createPlayer(world, 807);
  await player.post("init/verify");
  await world.services.live.writer.run((tx) => tx.run("DELETE FROM messenger_seeds"));
  await player.post("limits");
  expect((await player.get("games/fairness")).json.fairness).toBeNull();
  await player.post("limits", { daily_salutes: 5 });
  expect((await player.get("games/fairness")).json.fairness).toMatchObject({ nonce: 1 });
});
