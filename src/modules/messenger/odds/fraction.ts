/** An exact rational number in lowest terms; the denominator is positive. */
export interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

/** @throws RangeError for a denominator of 0 */
export function fraction(numerator: bigint, denominator: bigint): Fraction {
  if (denominator === 0n) throw new RangeError("the denominator of a fraction must not be 0");
  const sign = denominator < 0n ? -1n : 1n;
  const divisor = greatestCommonDivisor(numerator < 0n ? -numerator : numerator, denominator * sign) * sign;
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [left, right] = [a, b];
  while (right !== 0n) [left, right] = [right, left % right];
  return left;
}

/** For example `5/2`; a whole number has the denominator 1. */
export function fractionText({ numerator, denominator }: Fraction): string {
  return `${numerator}/${denominator}`;
}

/** Decimal text: exact if it fits in `places` decimals, otherwise rounded to them, half away from zero. */
export function decimalText({ numerator, denominator }: Fraction, places = 12): string {
  const sign = numerator < 0n ? "-" : "";
  const size = numerator < 0n ? -numerator : numerator;
  const scale = 10n ** BigInt(places);
  const scaled = (2n * size * scale + denominator) / (2n * denominator);
  const rest = (scaled % scale).toString().padStart(places, "0").replace(/0+$/, "");
  return `${scaled === 0n ? "" : sign}${scaled / scale}${rest === "" ? "" : `.${rest}`}`;
}

/** An approximation with 15 decimals, for charts and statistics. */
export function fractionNumber(value: Fraction): number {
  return Number(decimalText(value, 15));
}

/** Negative, 0 or positive if `left` is less than, equal to or greater than `right`. */
export function compareFractions(left: Fraction, right: Fraction): number {
  const difference = left.numerator * right.denominator - right.numerator * left.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
