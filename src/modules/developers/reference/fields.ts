import type { JsonSchema, OpenApiDocument } from "../openapi/index.ts";
import { look } from "./look-up.ts";

/** A property of a body, answer or event, named by its path: `user.id`, `ledger[].delta`. */
export interface Field {
  name: string;
  isRequired: boolean;
  /** Description of the type, such as "whole number, 1 to 200, default 50". */
  type: string;
  description: string;
}

const MAX_DEPTH = 6;

/** Position in a nested schema. */
interface Place {
  /** Path of the enclosing field, such as `user.`; empty at the top. */
  prefix: string;
  depth: number;
}

/** Properties of an object's schema, including nested ones, in the order of the schema. */
export function collectFields(
  document: OpenApiDocument,
  schema: JsonSchema,
  { prefix, depth }: Place = { prefix: "", depth: 0 },
): Field[] {
  const shape = look(document, schema);
  return Object.entries(shape.properties ?? {}).flatMap(([name, property]) => {
    const field = look(document, property);
    const place = `${prefix}${name}`;
    const row: Field = {
      name: place,
      isRequired: shape.required?.includes(name) === true,
      type: describeType(document, property),
      description: property.description ?? field.description ?? "",
    };
    return depth === MAX_DEPTH ? [row] : [row, ...nestedFields(document, property, { prefix: place, depth })];
  });
}

/** Nested fields of a property: those of its object, or of its list's items. */
function nestedFields(document: OpenApiDocument, property: JsonSchema, { prefix, depth }: Place): Field[] {
  const field = look(document, property);
  const choices = [field, ...(field.anyOf ?? []), ...(field.allOf ?? [])].map((each) => look(document, each));
  const object = choices.find((each) => each.properties !== undefined);
  if (object !== undefined)
    return collectFields(document, object, { prefix: `${prefix}.`, depth: depth + 1 });
  const items = choices.find((each) => each.items !== undefined)?.items;
  return items === undefined ? [] : nestedFields(document, items, { prefix: `${prefix}[]`, depth });
}

/** Describes a schema's type in words. */
export function describeType(document: OpenApiDocument, schema: JsonSchema): string {
  const shape = look(document, schema);
  const choices = shape.anyOf ?? [];
  const kind =
    choices.length > 0
      ? [...new Set(choices.map((each) => describeType(document, each)))].join(" or ")
      : describeKind(document, shape);
  return [kind, ...bounds(shape)].join(", ");
}

const KINDS: Record<string, string> = { integer: "whole number", string: "text", boolean: "true or false" };

function describeKind(document: OpenApiDocument, shape: JsonSchema): string {
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum !== undefined) return shape.enum.map((each) => JSON.stringify(each)).join(" or ");
  const types = [shape.type ?? "anything"].flat();
  const words = types.map((type) => {
    if (type === "array")
      return `list of ${shape.items === undefined ? "anything" : describeType(document, shape.items)}`;
    if (type === "object" && typeof shape.additionalProperties === "object")
      return `object of ${describeType(document, shape.additionalProperties)}`;
    return shape.format !== undefined && type === "string" ? shape.format : (KINDS[type] ?? type);
  });
  return words.join(" or ");
}

function bounds(shape: JsonSchema): string[] {
  const { minimum, maximum, maxLength, maxItems, default: fallback } = shape;
  const words: string[] = [];
  if (minimum !== undefined && maximum !== undefined) words.push(`${minimum} to ${maximum}`);
  else if (minimum !== undefined) words.push(`at least ${minimum}`);
  else if (maximum !== undefined) words.push(`at most ${maximum}`);
  if (maxLength !== undefined) words.push(`at most ${maxLength} characters`);
  if (maxItems !== undefined) words.push(`at most ${maxItems}`);
  if (fallback !== undefined) words.push(`default ${JSON.stringify(fallback)}`);
  return words;
}
