import { findJsonFault } from "./json-fault.ts";

export class JsonError extends Error {
  constructor(
    message: string,
    readonly field: string,
  ) {
    super(message);
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Parses a UTF-8 JSON object strictly: RFC 8259 text whose root is an object, without repeated property names
 * (JSON.parse would silently keep the last one, and two readers of one signed body could see two amounts).
 * @throws JsonError with the field ("body" for the whole text)
 */
export function parseJsonObject(bytes: Uint8Array): Record<string, unknown> {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw new JsonError("must be UTF-8 text", "body");
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new JsonError(`must be valid JSON${faultWords(text)}`, "body");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new JsonError("must be a JSON object", "body");
  }
  if (countMembers(value, 0) !== countColons(text)) {
    throw new JsonError("is named twice", duplicatePath(text) ?? "body");
  }
  return value as Record<string, unknown>;
}

function faultWords(text: string): string {
  const fault = findJsonFault(text);
  if (fault === null) return "";
  const { line, column, found } = fault;
  const what = found === null ? "the text ends too early" : `${JSON.stringify(found)} is not expected`;
  return `: ${what} at line ${line}, column ${column}`;
}

const MAX_DEPTH = 64;

/** Every object member has exactly one colon outside strings, so the two counts differ only if a name repeats. */
function countMembers(value: unknown, depth: number): number {
  if (typeof value !== "object" || value === null) return 0;
  if (depth === MAX_DEPTH) throw new JsonError(`must not nest deeper than ${MAX_DEPTH}`, "body");
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countMembers(item, depth + 1);
    return count;
  }
  for (const name of Object.keys(value)) {
    count += 1 + countMembers((value as Record<string, unknown>)[name], depth + 1);
  }
  return count;
}

const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;

function countColons(text: string): number {
  let count = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === COLON) count++;
  }
  return count;
}

/** An object or list that is open at a position of a text, with the current member or item. */
interface Level {
  /** The names so far; null for a list. */
  names: Set<string> | null;
  at: string | number;
}

const TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\],]/g;

/**
 * The path of the first repeated name in `text`, which is known to be valid JSON, such as `list.1.id`. Runs only once
 * a repeat is certain.
 */
function duplicatePath(text: string): string | null {
  const open: Level[] = [];
  for (const [token, string, colon] of text.matchAll(TOKEN)) {
    const level = open.at(-1);
    if (token === "{") open.push({ names: new Set(), at: "" });
    else if (token === "[") open.push({ names: null, at: 0 });
    else if (token === "}" || token === "]") open.pop();
    else if (token === "," && typeof level?.at === "number") level.at++;
    else if (string !== undefined && colon !== undefined && level !== undefined) {
      const name = String(JSON.parse(string));
      level.at = name;
      if (level.names?.has(name)) return open.map((each) => each.at).join(".");
      level.names?.add(name);
    }
  }
  return null;
}
