/** Counts of a JSON text's punctuation outside strings. */
export interface JsonCounts {
  /** Colons: one for each name of an object. */
  names: number;
  /** Commas and opening brackets: at least as many values as any list or object of the text has. */
  values: number;
  /** Objects and lists inside one another. */
  depth: number;
  /** Whether a number has an exponent, or more digits than every double keeps. */
  hasLongNumber: boolean;
}

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const COLON = 58;
/** `[` and `{`, `]` and `}`: each pair differs in this bit alone. */
const SHAPE_BIT = 32;
const OPENING = 91 | SHAPE_BIT;
const CLOSING = 93 | SHAPE_BIT;
const ZERO = 48;
const NINE = 57;
const CASE_BIT = 32;
const EXPONENT = 101;
/** Every decimal of so many digits is the shortest text of its double. */
const KEPT_DIGITS = 15;

/** Counts in one pass, without building anything; of a text that is not JSON the counts are of no use. */
export function countJson(text: string): JsonCounts {
  const counts: JsonCounts = { names: 0, values: 0, depth: 0, hasLongNumber: false };
  let open = 0;
  let digits = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code <= NINE && code >= ZERO) {
      if (++digits > KEPT_DIGITS) counts.hasLongNumber = true;
    } else if (code === COLON) {
      counts.names++;
      digits = 0;
    } else if (code === COMMA) {
      counts.values++;
      digits = 0;
    } else if ((code | SHAPE_BIT) === OPENING) {
      counts.values++;
      digits = 0;
      if (++open > counts.depth) counts.depth = open;
    } else if ((code | SHAPE_BIT) === CLOSING) open--;
    else if ((code | CASE_BIT) === EXPONENT && digits > 0) counts.hasLongNumber = true;
  }
  return counts;
}

/** The index of the quote that closes the string which opens at `start`; the text's end where none does. */
export function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}
