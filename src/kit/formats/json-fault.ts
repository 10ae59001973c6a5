/** Position of the first fault in a JSON text, with the text there. */
export interface JsonFault {
  /** From 1. */
  line: number;
  /** In characters, from 1. */
  column: number;
  /** The character there; null at the end of the text. */
  found: string | null;
}

/** Everything but strings, which may be as long as the text: a pattern would try each of their characters anew. */
const TOKEN = /[ \t\n\r]+|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const QUOTE = 34;
const BACKSLASH = 92;
const FIRST_PRINTABLE = 32;

type ExpectedToken = "value" | "first" | "name" | "colon" | "next" | "end";

/** The first fault of a text as JSON (RFC 8259); null if it is valid. Takes time proportional to the text. */
export function findJsonFault(text: string): JsonFault | null {
  const open: string[] = [];
  let expected: ExpectedToken = "value";
  let at = 0;
  while (at < text.length) {
    const isString = text.charCodeAt(at) === QUOTE;
    const token = isString ? '"' : tokenAt(TOKEN, text, at);
    if (token === undefined) return faultAt(text, at);
    if (token.trim() !== "") {
      const next = follow(token, expected, open);
      if (next === null) return faultAt(text, at);
      expected = next;
    }
    const end = isString ? endOfString(text, at) : at + token.length;
    if (end < 0) return faultAt(text, -end);
    at = end;
  }
  return expected === "end" ? null : faultAt(text, at);
}

function tokenAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** The index after the string that opens at `start`; of one that is not JSON, its first fault's index, negative. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code < FIRST_PRINTABLE) return -at;
    const escaped = code === BACKSLASH ? tokenAt(ESCAPE, text, at) : "?";
    if (escaped === undefined) return -at;
    at += escaped.length;
  }
  return -text.length;
}

/** The state after a token; null if the token is not allowed here. */
function follow(token: string, expected: ExpectedToken, open: string[]): ExpectedToken | null {
  const after = (): ExpectedToken => (open.length === 0 ? "end" : "next");
  const isName = expected === "name" || (expected === "first" && open.at(-1) === "{");
  if (token === "}" || token === "]") {
    const isClosing =
      (expected === "next" || expected === "first") && open.at(-1) === (token === "}" ? "{" : "[");
    if (!isClosing) return null;
    open.pop();
    return after();
  }
  if (token === ",") return expected === "next" ? (open.at(-1) === "{" ? "name" : "value") : null;
  if (token === ":") return expected === "colon" ? "value" : null;
  if (isName) return token.startsWith('"') ? "colon" : null;
  if (expected !== "value" && expected !== "first") return null;
  if (token !== "{" && token !== "[") return after();
  open.push(token);
  return "first";
}

function faultAt(text: string, at: number): JsonFault {
  const before = text.slice(0, at);
  const line = before.split("\n").length;
  return { line, column: at - before.lastIndexOf("\n"), found: at < text.length ? text.charAt(at) : null };
}
