import type { TObject } from "@sinclair/typebox";
import { correction, Problem } from "../answers/problem.ts";
import { createPairsParser, MAX_PAIRS } from "./query.ts";

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
  const parsePairs = createPairsParser(schema, { isTrimmed: true, whole: "body" });
  const names = Object.keys(schema.properties);
  return {
    entered(bytes, contentType) {
      const text = textOf(bytes, contentType).split("&", MAX_PAIRS).join("&");
      const given = new Map<string, string[]>(names.map((name) => [name, []]));
      for (const [name, value] of new URLSearchParams(text)) given.get(name)?.push(value);
      return Object.fromEntries(
        [...given].map(([name, values]) => [name, values.length > 1 ? values : (values[0] ?? "")]),
      );
    },
    values(bytes, contentType) {
      const { values, faults } = parsePairs(textOf(bytes, contentType), true);
      const [first] = faults;
      if (first === undefined) return values;
      throw new Problem("invalid_payload", correction(first), {
        details: faults,
      });
    },
  };
}

export function isFormType(contentType: string | null): boolean {
  return contentType?.split(";")[0]?.trim().toLowerCase() === FORM_TYPE;
}

/** A form without fields is sent without a body, possibly without a type. */
function textOf(bytes: Uint8Array, contentType: string | null): string {
  if (!isFormType(contentType) && !(contentType === null && bytes.length === 0))
    throw new Problem("unsupported_media_type", `Send the form as ${FORM_TYPE}.`);
  return Buffer.from(bytes).toString("utf8");
}
