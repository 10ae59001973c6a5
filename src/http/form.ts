import type { TObject } from "@sinclair/typebox";
import { Problem } from "./problem.ts";
import { createPairsParser } from "./query.ts";

const FORM_TYPE = "application/x-www-form-urlencoded";

/** Reads the fields of one page's form. */
export interface FormParser {
  /** The input as text, valid or not, for showing the form again. @throws Problem unsupported_media_type */
  entered(bytes: Uint8Array, contentType: string | null): Record<string, string | string[]>;
  /**
   * The fields' values by their shapes. @throws Problem unsupported_media_type, or invalid_payload naming the fields
   */
  values(bytes: Uint8Array, contentType: string | null): Record<string, unknown>;
}

/** A parser for forms of this shape; unknown and repeated fields are refused. */
export function createFormParser(schema: TObject): FormParser {
  const parsePairs = createPairsParser(schema, { isTrimmed: true });
  const names = Object.keys(schema.properties);
  return {
    entered(bytes, contentType) {
      const fields = new URLSearchParams(textOf(bytes, contentType));
      return Object.fromEntries(
        names.map((name) => {
          const given = fields.getAll(name);
          return [name, given.length > 1 ? given : (given[0] ?? "")];
        }),
      );
    },
    values(bytes, contentType) {
      const { values, faults } = parsePairs(textOf(bytes, contentType), true);
      const [first] = faults;
      if (first === undefined) return values;
      throw new Problem("invalid_payload", `Correct ${first.field}: it ${first.message}.`, {
        details: faults,
      });
    },
  };
}

/** A form without fields is sent without a body, possibly without a type. */
function textOf(bytes: Uint8Array, contentType: string | null): string {
  const type = contentType?.split(";")[0]?.trim().toLowerCase();
  if (type !== FORM_TYPE && !(type === undefined && bytes.length === 0))
    throw new Problem("unsupported_media_type", `Send the form as ${FORM_TYPE}.`);
  return Buffer.from(bytes).toString("utf8");
}
