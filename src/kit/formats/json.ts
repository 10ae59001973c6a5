import { exactNumber } from "./exact-number.ts";
import { countJson, endOfString, type JsonCounts } from "./json-counts.ts";
import { findJsonFault } from "./json-fault.ts";

export class JsonError extends Error {
  constructor(
    message: string,
    readonly field: string,
  ) {
    super(message);
  }
}

/** Limits on a text; parsing takes longest for many small values. */
export interface JsonLimits {
  names: number;
  values: number;
}

/** More than most bodies need. */
const USUAL_LIMITS: JsonLimits = { names: 5_000, values: 20_000 };
const MAX_DEPTH = 64;
const BLANK = 32;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Parses a UTF-8 JSON object strictly: RFC 8259 text whose root is an object, without repeated property names
 * (JSON.parse would silently keep the last one, and two readers of one signed body could see two amounts). A number
 * that a double cannot hold as it is written becomes NaN, which no shape accepts.
 * @throws JsonError with the field ("body" for the whole text)
 */
export function parseJsonObject(
  bytes: Uint8Array,
  limits: JsonLimits = USUAL_LIMITS,
): Record<string, unknown> {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw new JsonError("must be UTF-8 text", "body");
  }
  const counts = countJson(text);
  refuseExcess(counts, limits);
  let value: unknown;
  try {
    value = counts.hasLongNumber ? JSON.parse(text, asWritten) : JSON.parse(text);
  } catch {
    throw new JsonError(`must be valid JSON${faultWords(text)}`, "body");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new JsonError("must be a JSON object", "body");
  }
  if (countMembers(value) !== counts.names) {
    throw new JsonError("is named twice", duplicatePath(text) ?? "body");
  }
  return value as Record<string, unknown>;
}

function asWritten(_name: string, value: unknown, context?: { source: string }): unknown {
  if (typeof value !== "number" || context === undefined) return value;
  return String(value) === context.source ? value : (exactNumber(context.source) ?? Number.NaN);
}

function faultWords(text: string): string {
  const fault = findJsonFault(text);
  if (fault === null) return "";
  const { line, column, found } = fault;
  const what = found === null ? "the text ends too early" : `${JSON.stringify(found)} is not expected`;
  return `: ${what} at line ${line}, column ${column}`;
}

/** Before anything is built of the text. @throws JsonError */
function refuseExcess({ names, values, depth }: JsonCounts, limits: JsonLimits): void {
  if (depth > MAX_DEPTH) throw new JsonError(`must not nest deeper than ${MAX_DEPTH}`, "body");
  if (names > limits.names) throw new JsonError(`must name at most ${limits.names} properties`, "body");
  if (values > limits.values) throw new JsonError(`must hold at most ${limits.values} values`, "body");
}

/** Every object member has exactly one colon outside strings, so the two counts differ only if a name repeats. */
function countMembers(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countMembers(item);
    return count;
  }
  for (const name of Object.keys(value)) count += 1 + countMembers((value as Record<string, unknown>)[name]);
  return count;
}

/** An object or list that is open at a position of a text, with the current member or item. */
interface Level {
  /** The names so far; null for a list. */
  names: Set<string> | null;
  at: string | number;
}

/**
 * The path of the first repeated name in `text`, which is known to be valid JSON, such as `list.1.id`. Runs only once
 * a repeat is certain.
 */
function duplicatePath(text: string): string | null {
  const open: Level[] = [];
  for (let at = 0; at < text.length; at++) {
    const token = text.charAt(at);
    const level = open.at(-1);
    if (token === "{") open.push({ names: new Set(), at: "" });
    else if (token === "[") open.push({ names: null, at: 0 });
    else if (token === "}" || token === "]") open.pop();
    else if (token === "," && typeof level?.at === "number") level.at++;
    else if (token === '"') {
      const end = endOfString(text, at);
      if (level !== undefined && level.names !== null && isName(text, end)) {
        const name = String(JSON.parse(text.slice(at, end + 1)));
        level.at = name;
        if (level.names.has(name)) return open.map((each) => each.at).join(".");
        level.names.add(name);
      }
      at = end;
    }
  }
  return null;
}

/** Whether a colon follows the string that ends at `end`. */
function isName(text: string, end: number): boolean {
  let at = end + 1;
  while (at < text.length && text.charCodeAt(at) <= BLANK) at++;
  return text.charAt(at) === ":";
}
