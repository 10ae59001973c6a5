import type { Sql } from "../../../db/sql.ts";
import { canonicalJson } from "../../../kit/formats/canonical-json.ts";
import { missilePrice } from "../campaigns/index.ts";
import { excessOf, type Simulated, simulateWheel } from "../odds/index.ts";
import { wheelDraft } from "./edit-wheel.ts";
import type { NewWheel, WheelView } from "./model.ts";
import { oddsOf, oddsSegments, oddsView } from "./odds-of-wheel.ts";
import { segmentsView } from "./view.ts";

/** A wheel worked out before it is saved. */
export interface WheelPreview {
  segments: WheelView["segments"];
  /** Null where a play has no bound. */
  expected_value: { fraction: string; decimal: string } | null;
  return_pct: number | null;
  /** Why it cannot be saved, as words that follow its name; null where it can. */
  excess: string | null;
  /** Null where a play has no bound. */
  simulated: Simulated | null;
}

/** Odds, worth and a simulated distribution; the same wheel gives the same figures. @throws Problem invalid_payload */
export function previewWheel(sql: Sql, body: NewWheel, maxExpectedValue: number): WheelPreview {
  const { cost, segments } = wheelDraft(sql, body);
  const price = missilePrice(sql);
  const odds = oddsOf({ segments, cost, missilePrice: price });
  const isBounded = odds.expectedValue !== null;
  const { expected_value, return_pct } = oddsView(odds);
  return {
    segments: segmentsView(segments),
    expected_value: isBounded ? expected_value : null,
    return_pct,
    excess: excessOf(odds, maxExpectedValue),
    simulated: isBounded ? simulateWheel(oddsSegments(segments), price, canonicalJson(body.segments)) : null,
  };
}
