/** Counts of a JSON text's punctuation outside strings. */
export interface JsonCounts {
  /** Colons: one for each name of an object. */
  names: number;
  /** Commas and opening brackets: at least as many values as any list or object of the text has. */
  values: number;
  /** Objects and lists inside one another. */
  depth: number;
}

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const COLON = 58;
/** `[` and `{`, `]` and `}`: each pair differs in this bit alone. */
const SHAPE_BIT = 32;
const OPENING = 91 | SHAPE_BIT;
const CLOSING = 93 | SHAPE_BIT;

/** Counts in one pass, without building anything; of a text that is not JSON the counts are of no use. */
export function countJson(text: string): JsonCounts {
  const counts: JsonCounts = { names: 0, values: 0, depth: 0 };
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COLON) counts.names++;
    else if (code === COMMA) counts.values++;
    else if ((code | SHAPE_BIT) === OPENING) {
      counts.values++;
      if (++open > counts.depth) counts.depth = open;
    } else if ((code | SHAPE_BIT) === CLOSING) open--;
  }
  return counts;
}

/** The index of the quote that closes the string which opens at `start`; the text's end where none does. */
export function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}
