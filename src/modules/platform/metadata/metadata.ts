import { type Static, Type } from "@sinclair/typebox";
import type { Conditions } from "../../../db/conditions.ts";
import { jsonColumn } from "../../../db/json-column.ts";
import { Described, Nullable, Text, TextOrNone } from "../../../http/schema/shapes.ts";

const MAX_MEMBERS = 16;
const MAX_CHARACTERS = 200;
const MAX_FILTERS = 2;

const Name = Type.String({ pattern: "^[a-z][a-z0-9_]{0,39}$" });

const Members = Type.Record(Name, TextOrNone(MAX_CHARACTERS), {
  maxProperties: MAX_MEMBERS,
  additionalProperties: false,
  "x-expectation": `an object of at most ${MAX_MEMBERS} texts`,
});

/** A partner's own notes in a request; null or `{}` for none. */
export const MetadataInput = Nullable(Members, {
  description: `Your own notes: at most ${MAX_MEMBERS} members with names of a-z, 0-9 and _ (first a letter, at most 40) and texts of at most ${MAX_CHARACTERS} characters. It replaces the former object as a whole.`,
});

/** The same in answers and events. */
export const Metadata = Nullable(Type.Record(Type.String(), Type.String()), {
  description: "Your own notes, as given; null if none are set.",
  examples: [{ order: "1001" }],
});

/** The filter as an answer repeats it. */
export const MetadataEcho = Described(Metadata, "The notes that were asked for; null if none were.");

/** A note that a list is filtered by. */
export interface MetadataPair {
  name: string;
  value: string;
}

/** Conditions of a list: `metadata.<name>=value` each. */
export const MetadataFilter = Type.Record(Name, Text(MAX_CHARACTERS), {
  description: "Only rows whose metadata has this note.",
  "x-expectation": `at most ${MAX_FILTERS} notes, each given like metadata.order=1001`,
  examples: [{ order: "1001" }],
  maxProperties: MAX_FILTERS,
  additionalProperties: false,
  "x-members": true,
});

const column = jsonColumn("metadata", Members);

/** The text that a table stores; null for none, which costs nothing. */
export function formatMetadata(metadata: Static<typeof MetadataInput> | undefined): string | null {
  if (metadata === undefined || metadata === null || Object.keys(metadata).length === 0) return null;
  return column.write(metadata);
}

/** A filter's names and values, in one order. */
export function metadataPairs(filter: Static<typeof MetadataFilter> | undefined): MetadataPair[] {
  return Object.entries(filter ?? {})
    .map(([name, value]) => ({ name, value }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Adds a condition per note on a column, with `+` before parameters: SQLite then keeps to the index that is asked for. */
export function addMetadata(where: Conditions, column: string, notes: readonly MetadataPair[]): void {
  for (const { name, value } of notes) where.add(`${column} ->> +? = +?`, `$.${name}`, value);
}

/** @throws Error if the stored text is damaged */
export function readMetadata(stored: string | null): Static<typeof Metadata> {
  return stored === null ? null : column.read(stored);
}
