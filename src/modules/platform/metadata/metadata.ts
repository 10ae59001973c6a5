import { type Static, Type } from "@sinclair/typebox";
import { jsonColumn } from "../../../db/json-column.ts";
import { Nullable, Text } from "../../../http/schema/shapes.ts";

const MAX_MEMBERS = 16;
const MAX_CHARACTERS = 200;

const Members = Type.Record(Type.String({ pattern: "^[a-z][a-z0-9_]{0,39}$" }), Text(MAX_CHARACTERS), {
  maxProperties: MAX_MEMBERS,
  additionalProperties: false,
});

/** A partner's own notes in a request; null or `{}` for none. */
export const MetadataInput = Nullable(Members, {
  description: `Your own notes: at most ${MAX_MEMBERS} members with names of a-z, 0-9 and _ (first a letter, at most 40) and texts of at most ${MAX_CHARACTERS} characters. It replaces the former object as a whole.`,
});

/** The same in answers and events. */
export const Metadata = Nullable(Type.Record(Type.String(), Type.String()), {
  description: "Your own notes, as given.",
  examples: [{ order: "1001" }],
});

const column = jsonColumn("metadata", Members);

/** The text that a table stores; null for none, which costs nothing. */
export function storeMetadata(metadata: Static<typeof MetadataInput> | undefined): string | null {
  if (metadata === undefined || metadata === null || Object.keys(metadata).length === 0) return null;
  return column.write(metadata);
}

/** @throws Error if the stored text is damaged */
export function readMetadata(stored: string | null): Static<typeof Metadata> {
  return stored === null ? null : column.read(stored);
}
