import type { Sql } from "../../../db/sql.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { availabilityView } from "../availability.ts";
import {
  type CatalogRow,
  findWheelSetup,
  GRID_RULES,
  type GridSetup,
  SEGMENTS,
  type WheelRow,
} from "../campaigns/index.ts";
import { computeWheelOdds, gridReturn } from "../returns/index.ts";
import { rulesView, segmentViews } from "../rounds/index.ts";
import type { CatalogCampaignView, WheelView } from "./model.ts";
import { oddsView } from "./odds-of-wheel.ts";

/** A wheel with its odds at the missile price of the time when it was saved. */
export function wheelView(sql: Sql, row: WheelRow): WheelView {
  const segments = SEGMENTS.read(row.segments);
  const { missile_price: missilePrice } = findWheelSetup(sql, row.setup_id).config;
  return {
    key: row.key,
    revision: row.revision,
    title: row.title,
    segments: segmentViews({ segments }),
    cost: fromHundredths(row.cost),
    free_spin_every_hours: row.free_spin_every_hours,
    algorithm: row.algorithm,
    ...oddsView(computeWheelOdds({ segments, cost: row.cost, missilePrice })),
    ...availabilityView(row),
  };
}

export function catalogView(row: CatalogRow): CatalogCampaignView {
  const rules = row.config === null ? null : GRID_RULES.read(row.config);
  return {
    key: row.key,
    revision: row.revision,
    game_key: row.game_key,
    title: row.title,
    description: row.description,
    position: row.position,
    config: rules === null ? null : gridConfigView(rules),
    return_pct: rules === null ? null : gridReturn(rules).pct,
    ...availabilityView(row),
  };
}

function gridConfigView(setup: GridSetup): NonNullable<CatalogCampaignView["config"]> {
  return { ...rulesView(setup), algorithm: setup.algorithm };
}
