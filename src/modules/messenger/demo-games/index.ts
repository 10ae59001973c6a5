import type { Tx } from "../../../db/sql.ts";
import { createCatalogRevision, createWheelRevision, type Segment } from "../campaigns/index.ts";

const MISSILE_PRICE = 200;

const SEGMENTS: Segment[] = [
  { label: "2 salutes", weight: 30, reward: { kind: "salutes", amount: 200 } },
  { label: "1 missile", weight: 20, reward: { kind: "missiles", amount: 1 } },
  { label: "Nothing", weight: 24, reward: { kind: "nothing", amount: 0 } },
  { label: "5 salutes", weight: 12, reward: { kind: "salutes", amount: 500 } },
  { label: "Free spin", weight: 8, reward: { kind: "free_spins", amount: 1 } },
  { label: "3 missiles", weight: 5, reward: { kind: "missiles", amount: 3 } },
  { label: "25 salutes", weight: 1, reward: { kind: "salutes", amount: 2_500 } },
];

const ALWAYS = { audience: null, starts_at: null, ends_at: null, enabled: 1 } as const;

/**
 * Adds a wheel and a grid for everybody to a new installation with a demo bot. Their keys and positions sort after
 * campaigns of operators.
 */
export function seedDemoGames(tx: Tx): void {
  createCatalogRevision(tx, {
    ...ALWAYS,
    key: "zz-demo-grid",
    game_key: "recon-grid",
    title: "Recon grid",
    description: "Five targets and three mines are hidden under 25 cells. Each missile reveals one cell.",
    position: 1_001,
    rules: {
      algorithm: "reject-v1",
      tiles: 25,
      mines: 3,
      targets: 5,
      reward_per_target: 500,
      clear_bonus: 2_000,
      missile_price: MISSILE_PRICE,
      max_missiles_per_purchase: 20,
    },
  });
  createCatalogRevision(tx, {
    ...ALWAYS,
    key: "zz-demo-wheel",
    game_key: "spin-wheel",
    title: "Spin the wheel",
    description: "One free spin every four hours.",
    position: 1_000,
    rules: null,
  });
  createWheelRevision(tx, {
    ...ALWAYS,
    key: "zz-demo-wheel",
    title: "Wheel of salutes",
    cost: 400,
    free_spin_every_hours: 4,
    algorithm: "reject-v1",
    segments: SEGMENTS,
  });
}
