import type { Sql } from "../../../db/sql.ts";
import { canonicalJson } from "../../../kit/formats/canonical-json.ts";
import { missilePrice } from "../campaigns/index.ts";
import { type Simulation, simulateWheel } from "../odds/index.ts";
import { computeWheelOdds, draftReturn, oddsSegments } from "../returns/index.ts";
import { segmentViews } from "../rounds/index.ts";
import { isClosed } from "./guard.ts";
import type { NewWheel, WheelView } from "./model.ts";
import { describeExcess, oddsView } from "./odds-of-wheel.ts";
import { wheelDraft } from "./set-wheel.ts";

/** Odds of an unsaved wheel. */
export interface WheelPreview {
  segments: WheelView["segments"];
  /** Null if the expected value is unbounded. */
  expected_value: { fraction: string; decimal: string } | null;
  return_pct: number | null;
  /** Why the wheel cannot be saved, as a predicate such as `is worth more than 100 salutes per play`; null if it can. */
  excess: string | null;
  /** Why only an owner can save the wheel, as a predicate such as `returns more than its cost`; null otherwise. */
  minting: string | null;
  /** Null if the expected value is unbounded. */
  simulated: Simulation | null;
}

/** Odds, expected value and a simulated distribution; deterministic. @throws Problem invalid_payload */
export function previewWheel(
  sql: Sql,
  body: NewWheel,
  { maxExpectedValue, now }: { maxExpectedValue: number; now: number },
): WheelPreview {
  const draft = wheelDraft(sql, body);
  const { cost, segments } = draft;
  const price = missilePrice(sql);
  const odds = computeWheelOdds({ segments, cost, missilePrice: price });
  const isJudged = !isClosed(draft, now);
  const isBounded = odds.expectedValue !== null;
  const { expected_value, return_pct } = oddsView(odds);
  return {
    segments: segmentViews({ segments }),
    expected_value: isBounded ? expected_value : null,
    return_pct,
    excess: isJudged ? describeExcess(odds, maxExpectedValue) : null,
    minting: isJudged ? draftReturn(sql, draft).minting : null,
    simulated: isBounded ? simulateWheel(oddsSegments(segments), price, canonicalJson(body.segments)) : null,
  };
}
