import { Problem } from "../../../http/answers/problem.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { decimalText, fractionText, isAboveMaximum, NEVER_ENDS, type WheelOdds } from "../odds/index.ts";
import { computeWheelOdds, type PricedWheel, toPct } from "../returns/index.ts";
import { CAMPAIGN_ERRORS } from "./errors.ts";

export interface OddsView {
  expected_value: { fraction: string; decimal: string };
  return_pct: number | null;
}

export function oddsView({ expectedValue, returnPct }: WheelOdds): OddsView {
  return {
    expected_value:
      expectedValue === null
        ? { fraction: "1/0", decimal: "Infinity" }
        : { fraction: fractionText(expectedValue), decimal: decimalText(expectedValue) },
    return_pct: returnPct === null ? null : toPct(returnPct),
  };
}

/** @throws Problem expected_value_too_high with the exact figures */
export function requireAcceptableValue(priced: PricedWheel, maxExpectedValue: number): void {
  const odds = computeWheelOdds(priced);
  const excess = describeExcess(odds, maxExpectedValue);
  if (excess === null) return;
  throw new Problem(
    CAMPAIGN_ERRORS.expected_value_too_high,
    `Lower the rewards or their weights: this wheel ${excess}.`,
    {
      details: [{ field: "segments", message: excess }],
      extra: {
        ...oddsView(odds),
        expected_free_spins: fractionText(odds.expectedFreeSpins),
        cost: fromHundredths(priced.cost),
        max_expected_value: maxExpectedValue,
      },
    },
  );
}

/** A predicate about a wheel above the maximum, which no owner may override; null for others (contract section 16). */
export function describeExcess(odds: WheelOdds, maxExpectedValue: number): string | null {
  if (odds.expectedValue === null) return NEVER_ENDS;
  return isAboveMaximum(odds, maxExpectedValue)
    ? `is worth more than ${maxExpectedValue} salutes per play`
    : null;
}
