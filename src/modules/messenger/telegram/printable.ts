/** One line of at most `max` characters, without control characters and text direction marks; empty if nothing is left. */
export function printable(text: string, max: number): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, " ")
    .trim();
  return [...line].slice(0, max).join("").trim();
}
