import { afterEach, beforeEach, expect, test } from "bun:test";
import { INVARIANTS } from "../../../src/compose/modules.ts";
import { createCatalogRevision, type GridSetup } from "../../../src/modules/messenger/campaigns/index.ts";
import { createMessengerWorld, newPlayer, type TestPlayer } from "../../harness/app/messenger.ts";
import { type Desk, messengerDesk } from "../../harness/app/messenger-desk.ts";
import type { World } from "../../harness/app/world.ts";

let world: World;
let desk: Desk;
let player: TestPlayer;
beforeEach(async () => {
  world = await createMessengerWorld();
  desk = await messengerDesk(world);
  player = await newPlayer(world, 901);
  await player.give(1_000);
});
afterEach(async () => {
  const findings = INVARIANTS.map((each) => each.run(world.services.live.read));
  expect(findings.filter(({ ok }) => !ok)).toEqual([]);
  await world.close();
});

async function save(path: string, body: object): Promise<void> {
  const answer = await desk.post(`admin/games/${path}`, body);
  if (answer.status !== 200) throw new Error(answer.text);
}

/** A wheel that always pays the same, at the top of the open ones. */
function saveWheel(key: string, cost: number, reward: object): Promise<void> {
  const segments = [
    { label: key, weight: 1, reward },
    { label: "other", weight: 1, reward: { kind: "nothing" } },
  ];
  return save("wheel-campaigns", { key, title: key, cost, starts_at: "2026-01-01T00:00:00Z", segments });
}

/** A grid without mines before the demo's one. */
function saveGrid(missile_price: number, reward_per_target: number) {
  const rules: GridSetup = {
    algorithm: "reject-v1",
    tiles: 25,
    mines: 0,
    targets: 20,
    reward_per_target: reward_per_target * 100,
    clear_bonus: 0,
    missile_price: missile_price * 100,
    max_missiles_per_purchase: 100,
  };
  const campaign = {
    key: "grid",
    title: "Grid",
    description: null,
    audience: null,
    position: -1,
    enabled: 1,
  } as const;
  return world.services.live.writer.run((tx) =>
    createCatalogRevision(tx, { ...campaign, game_key: "recon-grid", starts_at: null, ends_at: null, rules }),
  );
}

const play = async () => (await player.act("games/spin-wheel/play", { pay: "free_spin" })).json.round;
const startRound = async () => (await player.act("games/recon-grid/start")).json.round;
const reveal = (round_id: number, cell: number) => player.act("games/recon-grid/reveal", { round_id, cell });

test("a free spin bought on a cheap wheel plays that wheel after a dear one has opened", async () => {
  await saveWheel("cheap", 1, { kind: "salutes", amount: 1 });
  await player.act("games/items/purchase", { item: "spin", quantity: 2 });
  await saveWheel("cheap", 100, { kind: "salutes", amount: 150 });
  const status = (await player.post("games/spin-wheel/status")).json;
  expect(status).toMatchObject({ campaign: { revision: 2 }, free_spin: { campaign: { revision: 1 } } });
  expect(status.free_spin.segments[0].reward).toEqual({ kind: "salutes", amount: 1 });
  for (let spin = 0; spin < 2; spin++) {
    const round = await play();
    expect(round.campaign).toEqual({ key: "cheap", revision: 1 });
    expect(round.segments[0].reward.amount).toBe(1);
  }
  expect((await player.post("games/spin-wheel/status")).json.free_spin).toBeNull();
  expect((await player.act("games/spin-wheel/play", { pay: "free_spin" })).json.error).toBe(
    "insufficient_balance",
  );
});

test("a free spin that was won plays the wheel that paid it, one that was a gift the open wheel", async () => {
  const segments = (amount: number) => [
    { label: "again", weight: 1, reward: { kind: "free_spins", amount } },
    { label: "nothing", weight: 9, reward: { kind: "nothing" } },
  ];
  const wheel = { key: "w", title: "W", cost: 1, starts_at: "2026-01-01T00:00:00Z" };
  await save("wheel-campaigns", { ...wheel, segments: segments(2) });
  const spin = () => player.act("games/spin-wheel/play", { pay: "salutes" });
  let won = (await spin()).json;
  for (let n = 0; n < 200 && won.free_spin_balance === 0; n++) won = (await spin()).json;
  expect(won.free_spin_balance).toBe(2);
  const gift = { code: "GIFT", title: "Gift", reward: { kind: "free_spins", amount: 1 } };
  await desk.post("admin/games/promos", gift);
  await player.act("games/promos/claim", { code: "GIFT" });
  const nothing = [{ label: "nothing", weight: 1, reward: { kind: "nothing" } }];
  await save("wheel-campaigns", { ...wheel, cost: 50, segments: nothing });
  const revisions = [];
  for (let left = 3; left > 0; left = (await player.get("games/fairness")).json.free_spin_balance)
    revisions.push((await play()).campaign.revision);
  expect(revisions.at(-1)).toBe(2);
  expect(revisions.filter((revision) => revision === 1).length).toBeGreaterThanOrEqual(2);
});

test("missiles bought at a low price search the grid of that price after it has become dear", async () => {
  await saveGrid(1, 1);
  await player.act("games/recon-grid/purchase", { quantity: 2 });
  await saveGrid(10, 2);
  const status = (await player.post("games/recon-grid/status")).json;
  expect(status.rules.missile_price).toBe(10);
  expect(status.next_round).toMatchObject({ campaign: { revision: 1 }, rules: { reward_per_target: 1 } });
  const round = await startRound();
  expect(round).toMatchObject({ campaign: { revision: 1 }, rules: { reward_per_target: 1 } });
  await reveal(round.id, 0);
  const after = (await reveal(round.id, 1)).json;
  expect(after.missile_balance).toBe(0);
});

test("a round of a dear grid takes no missile that was bought at a lower price", async () => {
  await saveGrid(10, 2);
  await player.act("games/recon-grid/purchase", { quantity: 1 });
  const round = await startRound();
  await saveGrid(1, 1);
  await player.act("games/recon-grid/purchase", { quantity: 3 });
  expect((await reveal(round.id, 0)).json.missile_balance).toBe(3);
  const refused = await reveal(round.id, 1);
  expect(refused.json).toMatchObject({
    error: "insufficient_balance",
    reason: "cheaper_missiles",
    balance: 3,
  });
  expect(refused.json.message).toStartWith("Give this round up");
  await saveGrid(10, 2);
  const again = (await reveal(round.id, 1)).json;
  expect([again.error, again.reason]).toEqual(["insufficient_balance", "buy_missiles"]);
  expect(again.message).toStartWith("Buy missiles");
  const grant = { telegram_user_id: 901, missiles: 1, reason: "test" };
  await desk.post("admin/games/recon-grid/manual-grant", grant, { "idempotency-key": "g" });
  expect((await reveal(round.id, 1)).json.missile_balance).toBe(3);
});

test("missiles bought at a higher price finish a round of a cheaper grid", async () => {
  await saveGrid(1, 1);
  await player.act("games/recon-grid/purchase", { quantity: 1 });
  const round = await startRound();
  await saveGrid(10, 2);
  await player.act("games/recon-grid/purchase", { quantity: 1 });
  await reveal(round.id, 0);
  expect((await reveal(round.id, 1)).json.missile_balance).toBe(0);
});

test("a grid that makes stored spins of an old wheel mint is refused, though no enabled wheel mints", async () => {
  const grid = { key: "g", title: "Grid", game_key: "recon-grid", position: -1 };
  const saveRules = (missile_price: number, reward_per_target: number) =>
    desk.post("admin/games/catalog-campaigns", {
      ...grid,
      config: { tiles: 10, mines: 1, targets: 9, clear_bonus: 0, missile_price, reward_per_target },
    });
  const idle = [{ label: "nothing", weight: 1, reward: { kind: "nothing" } }];
  await save("wheel-campaigns", { key: "zz-demo-wheel", title: "Demo", enabled: false, segments: idle });
  await saveRules(1, 0.5);
  await saveWheel("w", 10, { kind: "missiles", amount: 10 });
  await player.act("games/items/purchase", { item: "spin", quantity: 2 });
  await saveWheel("w", 10, { kind: "nothing" });
  const refused = await saveRules(100, 50);
  expect([refused.status, refused.json.error]).toEqual([409, "game_mints"]);
  expect(refused.json.campaigns).toEqual([
    expect.objectContaining({
      key: "w",
      reason: "returns more than its cost in revision 1, of which players hold free spins",
    }),
  ]);
  for (let spin = 0; spin < 2; spin++) await play();
  const over = {
    key: "over",
    title: "Over",
    cost: 10,
    segments: [{ label: "missiles", weight: 1, reward: { kind: "missiles", amount: 10 } }, ...idle],
  };
  await save("wheel-campaigns", over);
  expect((await saveRules(100, 50)).json.campaigns).toEqual([expect.objectContaining({ key: "over" })]);
  await save("wheel-campaigns", {
    ...over,
    starts_at: "2026-01-01T00:00:00Z",
    ends_at: "2026-01-02T00:00:00Z",
  });
  expect((await saveRules(100, 50)).status).toBe(200);
});
