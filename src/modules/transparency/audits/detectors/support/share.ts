import { formatDecimal, parseDecimal } from "../../../../../kit/money.ts";

/** Maximum decimals of a threshold in per cent. */
const DECIMALS = 12;

/** A threshold in per cent as an integer scaled by 10^12. */
function scaled(percent: number): bigint {
  return parseDecimal(percent.toFixed(DECIMALS), DECIMALS) ?? 0n;
}

/** The smallest integer amount that is at least `percent` per cent of `whole`. */
export function minimumForShare(whole: bigint, percent: number): bigint {
  const hundred = 100n * 10n ** BigInt(DECIMALS);
  return (whole * scaled(percent) + hundred - 1n) / hundred;
}

/** A share in per cent as a decimal text, truncated to 6 decimals; null if `whole` is 0. */
export function formatPct(part: bigint, whole: bigint): string | null {
  return whole === 0n ? null : formatDecimal((part * 100_000_000n) / whole, 6);
}
