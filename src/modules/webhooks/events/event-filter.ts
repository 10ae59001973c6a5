import { Type } from "@sinclair/typebox";
import { jsonColumn } from "../../../db/json-column.ts";
import { EVENT_TYPES, type EventType } from "./catalogue.ts";

/** The names of a webhook's subscription, as stored. */
export const SUBSCRIBED = jsonColumn("webhooks.event_types", Type.Array(Type.String()));

/** Every name that a subscription may hold: the catalogue's types, each `prefix.*`, and `*`. */
export const EVENT_PATTERNS: readonly string[] = [
  ...EVENT_TYPES,
  ...new Set(EVENT_TYPES.map((type) => toPrefixPattern(type))),
  "*",
];

/** The catalogue's types that a name, `prefix.*` or `*` covers; none if it covers nothing. */
export function expandPattern(pattern: string): EventType[] {
  if (pattern === "*") return [...EVENT_TYPES];
  const prefix = pattern.endsWith(".*") ? pattern.slice(0, -1) : null;
  return EVENT_TYPES.filter((type) => (prefix === null ? type === pattern : type.startsWith(prefix)));
}

/** The `prefix.*` that covers a type. */
export function toPrefixPattern(type: EventType): string {
  return `${type.slice(0, type.indexOf("."))}.*`;
}
