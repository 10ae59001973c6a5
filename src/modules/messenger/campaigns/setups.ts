import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { messengerSetups } from "../../../db/tables/messenger/games.ts";
import { remembered } from "../../../kit/remembered.ts";
import type { GameKey } from "../games/index.ts";
import type { Algorithm } from "../seeds/index.ts";

export const REWARD_KINDS = ["salutes", "missiles", "free_spins", "nothing"] as const;
export type RewardKind = (typeof REWARD_KINDS)[number];

/** Salutes in hundredths, missiles and free spins as whole numbers; 0 for nothing. */
export interface Reward {
  kind: RewardKind;
  amount: number;
}

export interface Segment {
  label: string;
  weight: number;
  reward: Reward;
}

/** Rules of a wheel's rounds; amounts in hundredths of a salute. */
export interface WheelSetup {
  algorithm: Algorithm;
  cost: number;
  /** At the time of saving: the value of a missile in comparisons of payouts with the odds. */
  missile_price: number;
  segments: Segment[];
}

/** Rules of a grid's rounds; amounts in hundredths of a salute. */
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

/** One revision of a campaign; rounds refer to it by id. */
export interface Setup<Config> {
  id: number;
  campaignKey: string;
  revision: number;
  config: Config;
}

type SetupRow = Pick<
  RowOf<typeof messengerSetups>,
  "id" | "game_key" | "campaign_key" | "revision" | "setup"
>;

/** Stores a revision. Returns its id. */
export function insertSetup(
  tx: Tx,
  setup: { game: GameKey; campaignKey: string; revision: number; config: WheelSetup | GridSetup },
): number {
  return tx.run(
    "INSERT INTO messenger_setups (game_key, campaign_key, revision, setup, created_at) VALUES (?, ?, ?, ?, ?)",
    setup.game,
    setup.campaignKey,
    setup.revision,
    JSON.stringify(setup.config),
    tx.now,
  ).lastInsertRowid;
}

const MAX_CACHED = 500;

/** Parsed setups by JSON text. Not by id: after a rollback another setup may get the same id. */
const parse = remembered(MAX_CACHED, (text: string): unknown => JSON.parse(text));

function findSetup<Config>(sql: Sql, id: number, game: GameKey): Setup<Config> {
  const row = sql.get<SetupRow>(
    "SELECT id, game_key, campaign_key, revision, setup FROM messenger_setups WHERE id = ?",
    id,
  );
  if (row === null || row.game_key !== game) throw new Error(`setup ${id} of ${game} does not exist`);
  return { id, campaignKey: row.campaign_key, revision: row.revision, config: parse(row.setup) as Config };
}

export function findWheelSetup(sql: Sql, id: number): Setup<WheelSetup> {
  return findSetup<WheelSetup>(sql, id, "spin-wheel");
}

export function findGridSetup(sql: Sql, id: number): Setup<GridSetup> {
  return findSetup<GridSetup>(sql, id, "recon-grid");
}
