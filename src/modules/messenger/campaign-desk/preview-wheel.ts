import type { Sql } from "../../../db/sql.ts";
import { canonicalJson } from "../../../kit/formats/canonical-json.ts";
import { missilePrice } from "../campaigns/index.ts";
import { excessOf, type Simulation, simulateWheel } from "../odds/index.ts";
import { segmentViews } from "../rounds/index.ts";
import { wheelDraft } from "./edit-wheel.ts";
import type { NewWheel, WheelView } from "./model.ts";
import { oddsOf, oddsSegments, oddsView } from "./odds-of-wheel.ts";

/** Odds of an unsaved wheel. */
export interface WheelPreview {
  segments: WheelView["segments"];
  /** Null if the expected value is unbounded. */
  expected_value: { fraction: string; decimal: string } | null;
  return_pct: number | null;
  /** Why the wheel cannot be saved, as a predicate such as `returns more than its cost`; null if it can. */
  excess: string | null;
  /** Null if the expected value is unbounded. */
  simulated: Simulation | null;
}

/** Odds, expected value and a simulated distribution; deterministic. @throws Problem invalid_payload */
export function previewWheel(sql: Sql, body: NewWheel, maxExpectedValue: number): WheelPreview {
  const { cost, segments } = wheelDraft(sql, body);
  const price = missilePrice(sql);
  const odds = oddsOf({ segments, cost, missilePrice: price });
  const isBounded = odds.expectedValue !== null;
  const { expected_value, return_pct } = oddsView(odds);
  return {
    segments: segmentViews({ segments }),
    expected_value: isBounded ? expected_value : null,
    return_pct,
    excess: excessOf(odds, maxExpectedValue),
    simulated: isBounded ? simulateWheel(oddsSegments(segments), price, canonicalJson(body.segments)) : null,
  };
}
