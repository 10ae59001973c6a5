import type { Sql } from "../../../db/sql.ts";
import { canonicalJson } from "../../../kit/formats/canonical-json.ts";
import {
  decimalText,
  fractionNumber,
  fractionText,
  gridOdds,
  type Simulated,
  simulateGrid,
} from "../odds/index.ts";
import { catalogDraft } from "./edit-catalog.ts";
import type { NewCatalogCampaign } from "./model.ts";

/** A grid worked out before it is saved: a round played until every target is found or a mine is hit. */
export interface GridPreview {
  /** Of the first reveal. */
  target_pct: number;
  mine_pct: number;
  cleared_pct: number;
  reveals: Exact;
  expected_value: Exact;
  /** Null where missiles cost nothing. */
  return_pct: number | null;
  simulated: Simulated;
}

interface Exact {
  fraction: string;
  decimal: string;
}

/** Null for a campaign of the wheel, whose odds are its wheel's. @throws Problem invalid_payload */
export function previewCatalogCampaign(sql: Sql, body: NewCatalogCampaign): GridPreview | null {
  const { rules } = catalogDraft(sql, body);
  if (rules === null) return null;
  const odds = gridOdds(rules);
  const exact = (value: (typeof odds)["reveals"]): Exact => ({
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
    simulated: simulateGrid(rules, canonicalJson(rules)),
  };
}
