import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { messengerSetups } from "../../../db/tables/messenger/games.ts";
import type { GameKey } from "../games/index.ts";
import type { Algorithm } from "../seeds/index.ts";

export const REWARD_KINDS = ["salutes", "missiles", "free_spins", "nothing"] as const;
export type RewardKind = (typeof REWARD_KINDS)[number];

/** What is paid: salutes in hundredths, missiles and free spins as whole numbers, nothing as 0. */
export interface Reward {
  kind: RewardKind;
  amount: number;
}

export interface Segment {
  label: string;
  weight: number;
  reward: Reward;
}

/** What a wheel's rounds are played by; amounts in hundredths of a salute. */
export interface WheelSetup {
  algorithm: Algorithm;
  cost: number;
  /** Of the time when it was saved: what a missile counts as when payouts are compared with the odds. */
  missile_price: number;
  segments: Segment[];
}

/** What a grid's rounds are played by; amounts in hundredths of a salute. */
export interface GridSetup {
  algorithm: Algorithm;
  tiles: number;
  mines: number;
  targets: number;
  reward_per_target: number;
  clear_bonus: number;
  missile_price: number;
  max_missiles_per_purchase: number;
}

/** One revision of a campaign, as rounds refer to it. */
export interface Setup<What> {
  id: number;
  campaignKey: string;
  revision: number;
  what: What;
}

type SetupRow = Pick<
  RowOf<typeof messengerSetups>,
  "id" | "game_key" | "campaign_key" | "revision" | "setup"
>;

/** Keeps a revision. Returns its id. */
export function insertSetup(
  tx: Tx,
  setup: { game: GameKey; campaignKey: string; revision: number; what: WheelSetup | GridSetup },
): number {
  return tx.run(
    "INSERT INTO messenger_setups (game_key, campaign_key, revision, setup, created_at) VALUES (?, ?, ?, ?, ?)",
    setup.game,
    setup.campaignKey,
    setup.revision,
    JSON.stringify(setup.what),
    tx.now,
  ).lastInsertRowid;
}

const MAX_KEPT = 500;

/**
 * Parsed setups by their text. The row is read each time: a transaction that is undone gives its id to another setup.
 */
const parsed = new Map<string, unknown>();

function findSetup<What>(sql: Sql, id: number, game: GameKey): Setup<What> {
  const row = sql.get<SetupRow>(
    "SELECT id, game_key, campaign_key, revision, setup FROM messenger_setups WHERE id = ?",
    id,
  );
  if (row === null || row.game_key !== game) throw new Error(`setup ${id} of ${game} is gone`);
  return { id, campaignKey: row.campaign_key, revision: row.revision, what: parse(row.setup) as What };
}

function parse(text: string): unknown {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  if (parsed.size >= MAX_KEPT) parsed.clear();
  const what: unknown = JSON.parse(text);
  parsed.set(text, what);
  return what;
}

export function findWheelSetup(sql: Sql, id: number): Setup<WheelSetup> {
  return findSetup<WheelSetup>(sql, id, "spin-wheel");
}

export function findGridSetup(sql: Sql, id: number): Setup<GridSetup> {
  return findSetup<GridSetup>(sql, id, "recon-grid");
}
