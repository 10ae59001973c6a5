/** An exact rational number in lowest terms; the denominator is positive. */
export interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

/** @throws RangeError for a denominator of 0 */
export function fraction(numerator: bigint, denominator: bigint): Fraction {
  if (denominator === 0n) throw new RangeError("a fraction's denominator is not 0");
  const sign = denominator < 0n ? -1n : 1n;
  const divisor = commonDivisor(numerator < 0n ? -numerator : numerator, denominator * sign) * sign;
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

function commonDivisor(a: bigint, b: bigint): bigint {
  let [left, right] = [a, b];
  while (right !== 0n) [left, right] = [right, left % right];
  return left;
}

/** Such as `5/2`; whole numbers too have their denominator. */
export function fractionText({ numerator, denominator }: Fraction): string {
  return `${numerator}/${denominator}`;
}

/** Decimal text: exact where it ends within `places`, else rounded half up (away from 0) to so many. */
export function decimalText({ numerator, denominator }: Fraction, places = 12): string {
  const sign = numerator < 0n ? "-" : "";
  const size = numerator < 0n ? -numerator : numerator;
  const scale = 10n ** BigInt(places);
  const scaled = (2n * size * scale + denominator) / (2n * denominator);
  const rest = (scaled % scale).toString().padStart(places, "0").replace(/0+$/, "");
  return `${scaled === 0n ? "" : sign}${scaled / scale}${rest === "" ? "" : `.${rest}`}`;
}

/** The nearest number, for drawing and comparing with what was measured. */
export function fractionNumber(value: Fraction): number {
  return Number(decimalText(value, 15));
}

/** Less than 0, 0 or more than 0, as `left` lies under, at or over `right`. */
export function compareFractions(left: Fraction, right: Fraction): number {
  const difference = left.numerator * right.denominator - right.numerator * left.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
