import type { TObject, TSchema } from "@sinclair/typebox";
import { type FieldFault, Problem } from "./problem.ts";
import { createValidator, expectation } from "./validate.ts";

export type QueryParser = (rawQuery: string, refuseUnknown: boolean) => Record<string, unknown>;

/**
 * A parser of query strings for one operation (contract section 2): an empty parameter means not given, a
 * single-valued one may not repeat, a flag is 1, 0, true, false or a bare name, unknown names are refused or ignored.
 * @throws Problem invalid_query naming each parameter.
 */
export function createQueryParser(schema: TObject | null): QueryParser {
  const properties = new Map<string, TSchema>(Object.entries(schema?.properties ?? {}));
  const validator = schema === null ? null : createValidator(schema);
  const defaults = [...properties].filter(([, property]) => property.default !== undefined);
  return (rawQuery, refuseUnknown) => {
    const values: Record<string, unknown> = {};
    const faults: FieldFault[] = [];
    for (const { name, text, bare } of pairs(rawQuery)) {
      const property = properties.get(name);
      if (property === undefined) {
        if (refuseUnknown) faults.push({ field: name, message: "is not a parameter of this operation" });
      } else if (text === null) {
        faults.push({ field: name, message: "must be percent-encoded UTF-8" });
      } else if (property.type === "array") {
        if (text !== "") values[name] = [...new Set([...((values[name] as unknown[]) ?? []), text])];
      } else if (text === "" && !(bare && property["x-flag"] === true)) {
        // An empty parameter means not given.
      } else if (Object.hasOwn(values, name)) {
        faults.push({ field: name, message: "is given twice" });
      } else {
        const value = bare ? true : coerce(text, property);
        if (value === undefined) faults.push({ field: name, message: `must be ${expectation(property)}` });
        else values[name] = value;
      }
    }
    for (const [name, property] of defaults) values[name] ??= property.default;
    if (faults.length === 0) faults.push(...(validator?.faults(values) ?? []));
    const [first] = faults;
    if (first !== undefined) {
      throw new Problem("invalid_query", `Correct ${first.field}: it ${first.message}.`, { details: faults });
    }
    return values;
  };
}

/** Names and texts in order; a text that does not decode is null, a name that does not stays as it was sent. */
function* pairs(rawQuery: string) {
  for (const pair of rawQuery === "" ? [] : rawQuery.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const rawName = equals === -1 ? pair : pair.slice(0, equals);
    const text = equals === -1 ? "" : decode(pair.slice(equals + 1));
    yield { name: decode(rawName) ?? rawName, text, bare: equals === -1 };
  }
}

function decode(text: string): string | null {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}

/** The value of a parameter's text by its shape, or undefined where the text is none. */
function coerce(text: string, property: TSchema): unknown {
  switch (property.type) {
    case "boolean":
      return text === "1" || text === "true" ? true : text === "0" || text === "false" ? false : undefined;
    case "integer":
      return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
    case "number":
      return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : undefined;
    default:
      return text;
  }
}
