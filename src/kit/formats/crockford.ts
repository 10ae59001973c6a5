/** Crockford's base32: no I, L, O, U. https://www.crockford.com/base32.html */
export const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Characters that people write for digits, with Crockford's reading. */
const READ_AS: Readonly<Record<string, string>> = { O: "0", I: "1", L: "1" };

/**
 * The symbols' values from 0 to 31, in any case, O as 0, I and L as 1, without hyphens; null if a character is not a
 * symbol.
 */
export function decodeCrockford(text: string): number[] | null {
  const values: number[] = [];
  for (const character of text.toUpperCase().replaceAll("-", "")) {
    const value = CROCKFORD.indexOf(READ_AS[character] ?? character);
    if (value === -1) return null;
    values.push(value);
  }
  return values;
}

export function encodeCrockford(values: readonly number[]): string {
  return values.map((value) => CROCKFORD.charAt(value)).join("");
}
