import { formatDecimal, parseDecimal } from "../../../../../kit/money.ts";

/** Thresholds in per cent have at most so many decimals. */
const DECIMALS = 12;

/** A threshold in per cent as an integer scaled by 10^12. */
function scaled(percent: number): bigint {
  return parseDecimal(percent.toFixed(DECIMALS), DECIMALS) ?? 0n;
}

/** The least amount that is at least so many per cent of `whole`, exactly. */
export function leastOfShare(whole: bigint, percent: number): bigint {
  const hundred = 100n * 10n ** BigInt(DECIMALS);
  return (whole * scaled(percent) + hundred - 1n) / hundred;
}

/** A share in per cent as a decimal text, cut to 6 decimals; null of nothing. */
export function pctText(part: bigint, whole: bigint): string | null {
  return whole === 0n ? null : formatDecimal((part * 100_000_000n) / whole, 6);
}

export function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}
