/** More digits than a double tells apart. */
export const MAX_DIGITS = 17;
/** Longer texts, whatever they spell, have too many digits or decimals for every field. */
const MAX_LENGTH = 64;

/**
 * The number that a decimal text such as `12.5` or `125e-1` names; null for other texts, for more than 17 significant
 * digits, and where the nearest double is another number.
 */
export function exactNumber(text: string): number | null {
  const written = readDigits(text);
  if (written === null || written.count > MAX_DIGITS) return null;
  const value = Number(text);
  const held = readDigits(String(value));
  return held?.digits === written.digits && held.exponent === written.exponent ? value : null;
}

/** Whether a decimal text has at most 17 significant digits; zeros at its end count. */
export function hasFewDigits(text: string): boolean {
  const written = readDigits(text);
  return written !== null && written.count <= MAX_DIGITS;
}

interface Digits {
  /** Significant digits as written. */
  count: number;
  /** Without zeros at either end. */
  digits: string;
  /** Power of ten of the last of `digits`. */
  exponent: number;
}

function readDigits(text: string): Digits | null {
  if (text.length > MAX_LENGTH) return null;
  const match = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text);
  if (match === null) return null;
  const [, whole = "", fraction = "", power = "0"] = match;
  const significant = (whole + fraction).replace(/^0+/, "");
  const digits = significant.replace(/0+$/, "");
  const end = significant.length - digits.length;
  const exponent = digits === "" ? 0 : Number(power) - fraction.length + end;
  return { count: significant.length, digits, exponent };
}
