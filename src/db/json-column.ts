import type { Static, TSchema } from "@sinclair/typebox";
import { type CheckedJson, checkedJson } from "../kit/formats/checked-json.ts";

/**
 * Describes a JSON column: one shape for writing and reading.
 * @param name `table.column`, or the column's name if several tables have it
 */
export function jsonColumn<Schema extends TSchema>(
  name: string,
  schema: Schema,
): CheckedJson<Static<Schema>> {
  return checkedJson(name, schema);
}
