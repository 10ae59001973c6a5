import { Problem } from "../../../http/answers/problem.ts";
import { fromHundredths } from "../../../kit/money.ts";
import type { Segment } from "../campaigns/index.ts";
import {
  decimalText,
  excessOf,
  fractionNumber,
  fractionText,
  type OddsSegment,
  type WheelOdds,
  wheelOdds,
} from "../odds/index.ts";
import { CAMPAIGN_ERRORS } from "./errors.ts";

/** Segments in the form of the odds functions. */
export function oddsSegments(segments: readonly Segment[]): OddsSegment[] {
  return segments.map(({ weight, reward: { kind, amount } }) => ({ weight, kind, amount }));
}

/** Amounts in hundredths. */
export interface PricedWheel {
  segments: readonly Segment[];
  cost: number;
  missilePrice: number;
}

export interface OddsView {
  expected_value: { fraction: string; decimal: string };
  return_pct: number | null;
}

export function oddsOf({ segments, cost, missilePrice }: PricedWheel): WheelOdds {
  return wheelOdds(oddsSegments(segments), { cost, missilePrice });
}

export function oddsView({ expectedValue, returnPct }: WheelOdds): OddsView {
  return {
    expected_value:
      expectedValue === null
        ? { fraction: "1/0", decimal: "Infinity" }
        : { fraction: fractionText(expectedValue), decimal: decimalText(expectedValue) },
    return_pct: returnPct === null ? null : Math.round(fractionNumber(returnPct) * 1e8) / 1e8,
  };
}

/** @throws Problem expected_value_too_high with the exact figures */
export function requireAcceptableOdds(priced: PricedWheel, maxExpectedValue: number): WheelOdds {
  const odds = oddsOf(priced);
  const excess = excessOf(odds, maxExpectedValue);
  if (excess === null) return odds;
  const { expected_value, return_pct } = oddsView(odds);
  throw new Problem(
    CAMPAIGN_ERRORS.expected_value_too_high,
    `Lower the rewards or their weights: this wheel ${excess}.`,
    {
      details: [{ field: "segments", message: excess }],
      extra: {
        expected_value: odds.expectedValue === null ? null : expected_value,
        expected_free_spins: fractionText(odds.expectedFreeSpins),
        return_pct,
        cost: fromHundredths(priced.cost),
        max_expected_value: maxExpectedValue,
      },
    },
  );
}
