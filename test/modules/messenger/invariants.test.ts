import { afterEach, beforeEach, expect, test } from "bun:test";
import { INVARIANTS } from "../../../src/compose/modules.ts";
import { createMessengerWorld, newPlayer } from "../../harness/app/messenger.ts";
import { messengerDesk } from "../../harness/app/messenger-desk.ts";
import type { World } from "../../harness/app/world.ts";

let world: World;
beforeEach(async () => {
  world = await createMessengerWorld();
});
afterEach(() => world.close());

function finding(name: string): string | null {
  const found = INVARIANTS.find((each) => each.name === name)?.run(world.services.live.read);
  if (found === undefined) throw new Error(`there is no invariant ${name}`);
  return found.ok ? null : found.detail;
}

function change(sql: string): Promise<unknown> {
  return world.services.live.writer.run((tx) => tx.run(sql));
}

/** Runs one of each operation that changes a balance. */
async function play(): Promise<void> {
  const desk = await messengerDesk(world);
  const reward = { kind: "salutes", amount: 30 };
  await desk.post("admin/games/promos", { code: "GIFT", title: "Gift", reward, max_claims: 5 });
  const goal = { kind: "visit", target: 1 };
  await desk.post("admin/missions", {
    mission_key: "m",
    title: "M",
    state: "active",
    goal,
    reward,
    budget: 60,
  });
  const player = await newPlayer(world, 7);
  await player.act("games/promos/claim", { code: "gift" });
  await player.post("missions/enroll", { mission_key: "m" });
  await player.post("missions/progress", { mission_key: "m", event_id: "a", kind: "visit" });
  await player.act("games/recon-grid/purchase", { quantity: 3 });
  await player.act("games/spin-wheel/play", { pay: "salutes" });
  const { id } = (await player.act("games/recon-grid/start")).json.round;
  await player.act("games/recon-grid/reveal", { round_id: id, cell: 0 });
  const grant = { telegram_user_id: 7, missiles: 2, reason: "test" };
  const answer = await desk.post("admin/games/recon-grid/manual-grant", grant, { "idempotency-key": "g" });
  expect(answer.status).toBe(200);
}

test("budgets and causes hold after one of each operation, and each tampered row is reported", async () => {
  await play();
  expect([finding("messenger_budgets"), finding("messenger_causes")]).toEqual([null, null]);
  const faults: [name: string, tamper: string, mend: string, words: string][] = [
    [
      "messenger_budgets",
      "UPDATE missions SET spent = 1",
      "UPDATE missions SET spent = 3000",
      "has spent 1 of 6000",
    ],
    [
      "messenger_budgets",
      "UPDATE promos SET claims = 2",
      "UPDATE promos SET claims = 1",
      "counts 2 claims of 5",
    ],
    [
      "messenger_causes",
      "UPDATE promo_claims SET reward_amount = 1",
      "UPDATE promo_claims SET reward_amount = 3000",
      "promo:1 is due 1 salutes",
    ],
    [
      "messenger_causes",
      "UPDATE mission_enrollments SET paid_amount = 9",
      "UPDATE mission_enrollments SET paid_amount = 3000",
      "mission:1 is due 9 salutes",
    ],
    [
      "messenger_causes",
      "UPDATE messenger_purchases SET quantity = 4",
      "UPDATE messenger_purchases SET quantity = 3",
      "purchase:1 is due 4 missiles",
    ],
    [
      "messenger_causes",
      "UPDATE missile_grants SET missiles = 5",
      "UPDATE missile_grants SET missiles = 2",
      "grant:1 is due 5 missiles",
    ],
    [
      "messenger_causes",
      "UPDATE messenger_rounds SET cost = 1 WHERE id = 1",
      "UPDATE messenger_rounds SET cost = 400 WHERE id = 1",
      "round:1:cost is due -1 salutes",
    ],
    [
      "messenger_causes",
      "UPDATE messenger_rounds SET earned = earned + 7 WHERE id = 2",
      "UPDATE messenger_rounds SET earned = earned - 7 WHERE id = 2",
      "round 2 earned",
    ],
    [
      "messenger_causes",
      "UPDATE messenger_rounds SET revealed = '[]' WHERE id = 2",
      "UPDATE messenger_rounds SET revealed = '[0]' WHERE id = 2",
      "entries of missiles and free spins have",
    ],
    [
      "messenger_lots",
      "UPDATE messenger_lots SET quantity = quantity + 1000",
      "UPDATE messenger_lots SET quantity = quantity - 1000",
      "missiles, but a balance of",
    ],
  ];
  for (const [name, tamper, mend, words] of faults) {
    await change(tamper);
    expect(finding(name)).toContain(words);
    await change(mend);
    expect(finding(name)).toBeNull();
  }
});
