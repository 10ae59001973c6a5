import { EVENT_TYPES, type EventType } from "./catalogue.ts";

/** The catalogue's types that a name, `prefix.*` or `*` covers; none if it covers nothing. */
export function typesOf(pattern: string): EventType[] {
  if (pattern === "*") return [...EVENT_TYPES];
  const prefix = pattern.endsWith(".*") ? pattern.slice(0, -1) : null;
  return EVENT_TYPES.filter((type) => (prefix === null ? type === pattern : type.startsWith(prefix)));
}
