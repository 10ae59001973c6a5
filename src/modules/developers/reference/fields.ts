import type { JsonSchema, OpenApiDocument } from "../openapi/index.ts";
import { look } from "./look-up.ts";

/** One property of a body, an answer or an event, its place in dots: `user.id`, `ledger[].delta`. */
export interface Field {
  name: string;
  isRequired: boolean;
  /** What it is, in words: "whole number, 1 to 200, default 50". */
  type: string;
  description: string;
}

const MAX_DEPTH = 6;

/** The properties of an object's shape and of what is inside, a row each, in the order of the shape. */
export function fieldsOf(document: OpenApiDocument, schema: JsonSchema, prefix = "", depth = 0): Field[] {
  const shape = look(document, schema);
  return Object.entries(shape.properties ?? {}).flatMap(([name, property]) => {
    const field = look(document, property);
    const place = `${prefix}${name}`;
    const row: Field = {
      name: place,
      isRequired: shape.required?.includes(name) === true,
      type: typeWords(document, property),
      description: property.description ?? field.description ?? "",
    };
    return depth === MAX_DEPTH ? [row] : [row, ...inside(document, property, place, depth)];
  });
}

/** The rows of what a property holds: an object's, or those of a list's items. */
function inside(document: OpenApiDocument, property: JsonSchema, place: string, depth: number): Field[] {
  const field = look(document, property);
  const choices = [field, ...(field.anyOf ?? []), ...(field.allOf ?? [])].map((each) => look(document, each));
  const object = choices.find((each) => each.properties !== undefined);
  if (object !== undefined) return fieldsOf(document, object, `${place}.`, depth + 1);
  const items = choices.find((each) => each.items !== undefined)?.items;
  return items === undefined ? [] : inside(document, items, `${place}[]`, depth);
}

/** What a shape asks for, in words. */
export function typeWords(document: OpenApiDocument, schema: JsonSchema): string {
  const shape = look(document, schema);
  const choices = shape.anyOf ?? [];
  const kind =
    choices.length > 0
      ? [...new Set(choices.map((each) => typeWords(document, each)))].join(" or ")
      : kindWords(document, shape);
  return [kind, ...bounds(shape)].join(", ");
}

const KINDS: Record<string, string> = { integer: "whole number", string: "text", boolean: "true or false" };

function kindWords(document: OpenApiDocument, shape: JsonSchema): string {
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum !== undefined) return shape.enum.map((each) => JSON.stringify(each)).join(" or ");
  const types = [shape.type ?? "anything"].flat();
  const words = types.map((type) => {
    if (type === "array")
      return `list of ${shape.items === undefined ? "anything" : typeWords(document, shape.items)}`;
    if (type === "object" && typeof shape.additionalProperties === "object")
      return `object of ${typeWords(document, shape.additionalProperties)}`;
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
