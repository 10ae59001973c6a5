import type { Sql } from "../../../db/sql.ts";
import { canonicalJson } from "../../../kit/formats/canonical-json.ts";
import {
  decimalText,
  fractionNumber,
  fractionText,
  gridOdds,
  type Simulation,
  simulateGrid,
} from "../odds/index.ts";
import { gridReturn } from "../returns/index.ts";
import { isClosed } from "./guard.ts";
import type { NewCatalogCampaign } from "./model.ts";
import { catalogDraft } from "./set-catalog.ts";

/** Odds of an unsaved grid, for rounds played until every target is found or a mine is hit. */
export interface GridPreview {
  /** Probability that the first reveal finds a target. */
  target_pct: number;
  /** Probability that the first reveal hits a mine. */
  mine_pct: number;
  cleared_pct: number;
  reveals: ExactNumber;
  expected_value: ExactNumber;
  /** Null if missiles are free. */
  return_pct: number | null;
  /** The highest return that a player can reach; null if missiles are free. */
  best_return_pct: number | null;
  /** Why only an owner can save the grid, as a predicate such as `can return more than its missiles cost`. */
  minting: string | null;
  simulated: Simulation;
}

interface ExactNumber {
  fraction: string;
  decimal: string;
}

/** Null for the wheel's catalog campaign, which has no odds of its own. @throws Problem invalid_payload */
export function previewCatalogCampaign(sql: Sql, body: NewCatalogCampaign, now: number): GridPreview | null {
  const draft = catalogDraft(sql, body);
  const { rules } = draft;
  if (rules === null) return null;
  const odds = gridOdds(rules);
  const { minting, pct } = gridReturn(rules);
  const exact = (value: (typeof odds)["reveals"]): ExactNumber => ({
    fraction: fractionText(value),
    decimal: decimalText(value),
  });
  return {
    target_pct: fractionNumber(odds.target) * 100,
    mine_pct: fractionNumber(odds.mine) * 100,
    cleared_pct: fractionNumber(odds.cleared) * 100,
    reveals: exact(odds.reveals),
    expected_value: exact(odds.expectedValue),
    return_pct: odds.returnPct === null ? null : fractionNumber(odds.returnPct),
    best_return_pct: pct,
    minting: isClosed(draft, now) ? null : minting,
    simulated: simulateGrid(rules, canonicalJson(rules)),
  };
}
