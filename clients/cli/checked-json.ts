import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { CheckedJson } from "../../src/kit/formats/checked-json.ts";

/** The same checks as in the server, without the compiler, which would be four fifths of the program. */
export function checkedJson<Schema extends TSchema>(
  name: string,
  schema: Schema,
): CheckedJson<Static<Schema>> {
  return {
    read(text) {
      const value: unknown = JSON.parse(text);
      if (Value.Check(schema, value)) return value;
      throw new Error(`${name} has another shape than this program knows: is it older than the server?`);
    },
    write: (value) => JSON.stringify(value),
  };
}
