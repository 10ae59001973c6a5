import { hasFewDigits } from "./formats/exact-number.ts";

/**
 * Salutes are stored as whole hundredths. A balance is at most 7e13 salutes (7e15 hundredths, under 2^53), so that a
 * JSON number shows every hundredth exactly (contract section 7).
 */
export const MAX_AMOUNT = 1e12;
export const MAX_BALANCE_HUNDREDTHS = 7e15;

declare const unit: unique symbol;
/** Salutes as whole hundredths; amounts of requests become them when a request is validated. */
export type Hundredths = number & { readonly [unit]: "hundredths" };

export function isHundredths(value: number): value is Hundredths {
  return Number.isSafeInteger(value);
}

/** A computed number as hundredths. @throws RangeError if it is not whole, or not exact */
export function hundredths(value: number): Hundredths {
  if (!isHundredths(value)) throw new RangeError(`${value} is not a whole number of hundredths`);
  return value;
}

/** Hundredths of an amount from 0 to 1e12 with at most two decimals; null for other numbers. */
export function toHundredths(amount: number): Hundredths | null {
  if (!(amount >= 0) || amount > MAX_AMOUNT) return null;
  const value = Math.round(amount * 100);
  return value / 100 === amount && isHundredths(value) ? value : null;
}

/** Hundredths of salutes that a person entered as a decimal text; null for other texts. */
export function parseSalutes(text: string): Hundredths | null {
  const value = Number(parseAmount(text, 2) ?? Number.NaN);
  return isHundredths(value) ? value : null;
}

/** The JSON number of an amount in hundredths; of a sum past 2^53 the nearest one. */
export function fromHundredths(value: number | bigint): number {
  return typeof value === "bigint" ? Number(formatDecimal(value, 2)) : value / 100;
}

/**
 * A decimal text such as "12.5" as an integer scaled by 10^decimals; null if it has more decimals or is not a
 * decimal.
 */
export function parseDecimal(text: string, decimals: number): bigint | null {
  const match = /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text);
  if (!match) return null;
  const fraction = (match[2] ?? "").replace(/0+$/, "");
  if (fraction.length > decimals) return null;
  return BigInt(`${match[1] ?? "0"}${fraction.padEnd(decimals, "0")}`);
}

/** As parseDecimal, for amounts that a person or a partner gave: null also for more than 17 significant digits. */
export function parseAmount(text: string, decimals: number): bigint | null {
  return hasFewDigits(text) ? parseDecimal(text, decimals) : null;
}

/** An integer scaled by 10^decimals as the shortest exact decimal text. */
export function formatDecimal(value: bigint, decimals: number): string {
  const sign = value < 0n ? "-" : "";
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return sign + whole + (fraction === "" ? "" : `.${fraction}`);
}

/** A decimal text without leading zeros or trailing zeros in its fraction; null if it is not a plain decimal. */
export function normalDecimal(text: string): string | null {
  const scaled = parseDecimal(text, MAX_FRACTION_DIGITS);
  return scaled === null ? null : formatDecimal(scaled, MAX_FRACTION_DIGITS);
}

const MAX_FRACTION_DIGITS = 30;

/** Compares two normal, non-negative decimals: less than 0 if `a` is smaller. */
export function compareDecimals(a: string, b: string): number {
  const wholeDigits = (text: string) => (text.includes(".") ? text.indexOf(".") : text.length);
  const byLength = wholeDigits(a) - wholeDigits(b);
  if (byLength !== 0) return byLength;
  return a === b ? 0 : a < b ? -1 : 1;
}
