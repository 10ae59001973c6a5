import type { Sql } from "../../../db/sql.ts";
import { isoUtc, isoUtcOrNull } from "../../../kit/clock.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { rewardView } from "../balances/index.ts";
import {
  type CatalogRow,
  findWheelSetup,
  type GridSetup,
  type Segment,
  type WheelRow,
} from "../campaigns/index.ts";
import type { CatalogCampaignView, WheelView } from "./model.ts";
import { oddsOf, oddsView } from "./odds-of-wheel.ts";

/** A wheel with its odds at the price that a missile had when it was saved. */
export function wheelView(sql: Sql, row: WheelRow): WheelView {
  const segments = JSON.parse(row.segments) as Segment[];
  const { missile_price: missilePrice } = findWheelSetup(sql, row.setup_id).what;
  return {
    key: row.key,
    revision: row.revision,
    title: row.title,
    segments: segmentsView(segments),
    cost: fromHundredths(row.cost),
    free_spin_every_hours: row.free_spin_every_hours,
    algorithm: row.algorithm,
    ...oddsView(oddsOf({ segments, cost: row.cost, missilePrice })),
    ...whenView(row),
  };
}

export function segmentsView(segments: readonly Segment[]): WheelView["segments"] {
  const weights = segments.reduce((sum, { weight }) => sum + weight, 0);
  return segments.map(({ label, reward, weight }, index) => ({
    index,
    label,
    weight,
    probability_pct: Math.round((weight / weights) * 1e8) / 1e6,
    reward: rewardView(reward),
  }));
}

export function catalogView(row: CatalogRow): CatalogCampaignView {
  return {
    key: row.key,
    revision: row.revision,
    game_key: row.game_key,
    title: row.title,
    description: row.description,
    position: row.position,
    config: row.config === null ? null : gridRulesView(JSON.parse(row.config) as GridSetup),
    ...whenView(row),
  };
}

export function gridRulesView(rules: GridSetup): NonNullable<CatalogCampaignView["config"]> {
  return {
    tiles: rules.tiles,
    mines: rules.mines,
    targets: rules.targets,
    reward_per_target: fromHundredths(rules.reward_per_target),
    clear_bonus: fromHundredths(rules.clear_bonus),
    missile_price: fromHundredths(rules.missile_price),
    max_missiles_per_purchase: rules.max_missiles_per_purchase,
    algorithm: rules.algorithm,
  };
}

function whenView(row: WheelRow | CatalogRow) {
  return {
    audience: row.audience,
    starts_at: isoUtcOrNull(row.starts_at),
    ends_at: isoUtcOrNull(row.ends_at),
    enabled: row.enabled === 1,
    created_at: isoUtc(row.created_at),
    updated_at: isoUtc(row.updated_at),
  };
}
