import { type Static, Type } from "@sinclair/typebox";
import { Characters, EnteredTime, OneOf, Repeated, Text } from "../../../http/schema/shapes.ts";
import { InvalidInput } from "../../../kit/invalid-input.ts";
import { EVENT_PATTERNS } from "../../webhooks/events/index.ts";
import { MAX_HEADERS } from "../../webhooks/webhooks/index.ts";
import { readMetadataLines } from "./metadata-lines.ts";

export const PATH = "/partners/webhooks";
export const ONE = `${PATH}/{webhook_id}`;

export const SettingsForm = Type.Object({
  target_url: Text(2_048),
  event_types: Type.Optional(Repeated(OneOf(EVENT_PATTERNS))),
  description: Type.Optional(Text(200)),
  max_per_second: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  metadata: Type.Optional(Characters(8_192)),
  headers: Type.Optional(Characters(16_384)),
  remove_headers: Type.Optional(OneOf(["1"])),
});

export const SwitchForm = Type.Object({
  is_active: OneOf(["1", "0"]),
  reason: Type.Optional(Text(200)),
});

export const RecoverForm = Type.Object({ since: EnteredTime() });

const HEADER = /^([^\s:]+):[ \t]*([\x21-\x7e](?:[\x20-\x7e]{0,1022}[\x21-\x7e])?)$/;

/** @throws InvalidInput naming the first malformed line */
function readHeaders(text: string): Record<string, string> {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const pairs = lines.flatMap((line, index) => {
    if (line === "") return [];
    const [, name, value] = HEADER.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw new InvalidInput("headers", `must be a name, a colon and a value: line ${index + 1} is not`);
    return [[name, value] as const];
  });
  if (pairs.length > MAX_HEADERS) throw new InvalidInput("headers", `must be at most ${MAX_HEADERS} lines`);
  return Object.fromEntries(pairs);
}

/** Empty keeps the headers, as their values are not shown. */
function changedHeaders({ headers, remove_headers }: Static<typeof SettingsForm>) {
  if (remove_headers !== undefined) return { headers: null };
  return headers === undefined ? {} : { headers: readHeaders(headers) };
}

/** The settings as the API takes them. @throws InvalidInput without a type, or for a malformed header */
export function parseSettings(form: Static<typeof SettingsForm>) {
  const { target_url, event_types = [], description = null, max_per_second = null } = form;
  if (event_types.length === 0) throw new InvalidInput("event_types", "must be at least one type");
  return {
    target_url,
    event_types,
    description,
    max_per_second,
    metadata: readMetadataLines(form.metadata),
    ...changedHeaders(form),
  };
}

/** Chosen names in the order in which they are stored, then new ones: the first is the API's event_type. */
export function inStoredOrder<Name extends string>(
  chosen: readonly Name[],
  stored: readonly string[],
): Name[] {
  const place = (name: Name) => (stored.includes(name) ? stored.indexOf(name) : stored.length);
  return chosen.toSorted((a, b) => place(a) - place(b));
}
