import { type Static, Type } from "@sinclair/typebox";
import { jsonColumn } from "../../../db/json-column.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { messengerSetups } from "../../../db/tables/messenger/games.ts";
import { OneOf } from "../../../http/schema/shapes.ts";
import { remembered } from "../../../kit/remembered.ts";
import type { GameKey } from "../games/index.ts";
import { ALGORITHMS } from "../seeds/index.ts";

export const REWARD_KINDS = ["salutes", "missiles", "free_spins", "nothing"] as const;
export type RewardKind = (typeof REWARD_KINDS)[number];

/** Salutes in hundredths, missiles and free spins as whole numbers; 0 for nothing. */
const Reward = Type.Object({
  kind: OneOf(REWARD_KINDS),
  amount: Type.Number(),
});
export type Reward = Static<typeof Reward>;

const Segment = Type.Object({
  label: Type.String(),
  weight: Type.Number(),
  reward: Reward,
});
export type Segment = Static<typeof Segment>;

/** Rules of a wheel's rounds; amounts in hundredths of a salute. */
const WheelSetup = Type.Object({
  algorithm: OneOf(ALGORITHMS),
  cost: Type.Number(),
  /** At the time of saving: the value of a missile in comparisons of payouts with the odds. */
  missile_price: Type.Number(),
  segments: Type.Array(Segment),
});
export type WheelSetup = Static<typeof WheelSetup>;

/** Rules of a grid's rounds; amounts in hundredths of a salute. */
const GridSetup = Type.Object({
  algorithm: OneOf(ALGORITHMS),
  tiles: Type.Number(),
  mines: Type.Number(),
  targets: Type.Number(),
  reward_per_target: Type.Number(),
  clear_bonus: Type.Number(),
  missile_price: Type.Number(),
  max_missiles_per_purchase: Type.Number(),
});
export type GridSetup = Static<typeof GridSetup>;

/** As the table of wheels has them. */
export const SEGMENTS = jsonColumn("messenger_wheel_campaigns.segments", Type.Array(Segment));
/** As the catalog has the rules of grids. */
export const GRID_RULES = jsonColumn("messenger_catalog_campaigns.config", GridSetup);

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
const parseWheel = remembered(MAX_CACHED, jsonColumn("messenger_setups.setup", WheelSetup).read);
const parseGrid = remembered(MAX_CACHED, jsonColumn("messenger_setups.setup", GridSetup).read);

function findSetup<Config>(
  sql: Sql,
  { id, game, parse }: { id: number; game: GameKey; parse: (text: string) => Config },
): Setup<Config> {
  const row = sql.get<SetupRow>(
    "SELECT id, game_key, campaign_key, revision, setup FROM messenger_setups WHERE id = ?",
    id,
  );
  if (row === null || row.game_key !== game) throw new Error(`setup ${id} of ${game} does not exist`);
  return { id, campaignKey: row.campaign_key, revision: row.revision, config: parse(row.setup) };
}

export function findWheelSetup(sql: Sql, id: number): Setup<WheelSetup> {
  return findSetup(sql, { id, game: "spin-wheel", parse: parseWheel });
}

export function findGridSetup(sql: Sql, id: number): Setup<GridSetup> {
  return findSetup(sql, { id, game: "recon-grid", parse: parseGrid });
}
