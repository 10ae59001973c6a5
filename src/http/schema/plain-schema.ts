import type { TSchema } from "@sinclair/typebox";

/** Plain JSON Schema 2020-12, without our own keywords and formats. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minProperties?: number;
  default?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  not?: JsonSchema;
  [keyword: string]: unknown;
}

/** Collects shapes with a title; returns their replacement, such as a reference. */
export interface NamedSchemas {
  refer(kind: "schemas", name: string, schema: JsonSchema): JsonSchema;
  /** What replaced this very shape before; null if nothing did. */
  replacement(shape: TSchema, direction: Direction): JsonSchema | null;
  remember(shape: TSchema, direction: Direction, replacement: JsonSchema): void;
}

/** Writes every shape inline. */
export const INLINE: NamedSchemas = {
  refer: (_, __, schema) => schema,
  replacement: () => null,
  remember: () => undefined,
};

/** Request bodies refuse unknown properties; answers may gain members without a new version. */
export type Direction = "request" | "response";

/** Category Cc, in a spelling that all regular expression dialects understand. */
export const NO_CONTROL_CHARACTERS = "^[^\\x00-\\x1f\\x7f-\\x9f]*$";

/** Our own formats in plain JSON Schema: as close as possible, never narrower. */
const OWN_FORMATS: Record<string, JsonSchema> = {
  text: { pattern: NO_CONTROL_CHARACTERS },
  "external-id": {
    minLength: 1,
    maxLength: 128,
    pattern: "^[^\\x00-\\x20\\x7f-\\xa0]+$",
    not: { pattern: "^ext:" },
  },
  email: { format: "email", maxLength: 254 },
  "solana-address": { pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$" },
};

/** Formats that include a length: text-64. */
const SIZED_FORMATS: Record<string, JsonSchema> = {
  text: { pattern: NO_CONTROL_CHARACTERS },
  "optional-text": { minLength: 0, pattern: NO_CONTROL_CHARACTERS },
  characters: {},
};

/** Standard formats of JSON Schema with their standard meaning. */
const STANDARD_FORMATS = new Set(["date-time", "date", "uri", "uri-reference", "ipv4", "ipv6", "uuid"]);

/** Keywords with the same meaning in both. */
const KEPT = [
  "const",
  "enum",
  "minLength",
  "maxLength",
  "pattern",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
  "default",
  "deprecated",
  "readOnly",
  "writeOnly",
  "examples",
];

const TRANSLATED = new Set([
  "type",
  "title",
  "description",
  "format",
  "properties",
  "required",
  "additionalProperties",
  "patternProperties",
  "items",
  "anyOf",
  "allOf",
]);

/**
 * The plain JSON Schema of a shape: shapes are JSON Schema already, except for our own formats and keywords. A titled
 * shape becomes a component of that name.
 * @throws Error for a keyword or format unknown to this file
 */
export function plainSchema(shape: TSchema, direction: Direction, components: NamedSchemas): JsonSchema {
  const described: TSchema | undefined = shape["x-described"];
  if (described !== undefined)
    return { ...plainSchema(described, direction, components), description: shape.description ?? "" };
  if (shape.title === undefined) return translate(shape, direction, components);
  const known = components.replacement(shape, direction);
  if (known !== null) return { ...known };
  const reference = components.refer("schemas", shape.title, translate(shape, direction, components));
  components.remember(shape, direction, reference);
  return reference;
}

function translate(shape: TSchema, direction: Direction, components: NamedSchemas): JsonSchema {
  const plain = (inner: TSchema) => plainSchema(inner, direction, components);
  if (shape.anyOf !== undefined) return union(shape, (shape.anyOf as TSchema[]).map(plain));
  const schema: JsonSchema = {};
  if (shape.type !== undefined) schema.type = shape.type;
  const description = describe(shape);
  if (description !== undefined) schema.description = description;
  Object.assign(schema, formatOf(shape));
  for (const keyword of KEPT) {
    if (shape[keyword] !== undefined) schema[keyword] = shape[keyword];
  }
  if (schema.enum !== undefined) delete schema.pattern;
  if (typeof schema.const === "boolean") {
    // Generators of clients read an enumeration of booleans, and stumble over a constant.
    schema.enum = [schema.const];
    delete schema.const;
  }
  if (shape.properties !== undefined) {
    schema.properties = Object.fromEntries(
      Object.entries(shape.properties as Record<string, TSchema>).map(([name, each]) => [name, plain(each)]),
    );
    if (shape.required?.length > 0) schema.required = shape.required;
  }
  const names = recordOf(shape)?.names;
  if (names !== undefined && names !== ANY_NAME) schema.propertyNames = { pattern: names };
  const extra = extraProperties(shape, direction);
  if (extra !== undefined) schema.additionalProperties = typeof extra === "boolean" ? extra : plain(extra);
  if (shape.items !== undefined) schema.items = plain(shape.items);
  if (shape.allOf !== undefined) schema.allOf = (shape.allOf as TSchema[]).map(plain);
  refuseUnknown(shape);
  return schema;
}

function describe(shape: TSchema): string | undefined {
  const expectation: string | undefined = shape["x-expectation"];
  if (expectation === undefined) return shape.description;
  const sentence = `${expectation.charAt(0).toUpperCase()}${expectation.slice(1)}.`;
  return shape.description === undefined ? sentence : `${shape.description} ${sentence}`;
}

function formatOf(shape: TSchema): JsonSchema {
  const format: string | undefined = shape.format;
  if (format === undefined) return {};
  if (STANDARD_FORMATS.has(format)) return { format };
  if (shape["x-plain"] !== undefined) return shape["x-plain"];
  const [, name = "", size] = /^(.+?)-(\d+)$/.exec(format) ?? [];
  const sized = SIZED_FORMATS[name];
  if (sized !== undefined) return { minLength: 1, maxLength: Number(size), ...sized };
  const own = OWN_FORMATS[format];
  if (own === undefined) {
    throw new Error(`say with x-plain what the format ${format} is in plain JSON Schema`);
  }
  return own;
}

const ANY_NAME = "^(.*)$";

/** The names and values of a record of TypeBox; null for other shapes. */
function recordOf(shape: TSchema): { names: string; value: TSchema } | null {
  const [first, ...others] = Object.entries((shape.patternProperties ?? {}) as Record<string, TSchema>);
  if (first === undefined) return null;
  if (others.length > 0)
    throw new Error("a record with several patterns of names has no plain form here yet");
  return { names: first[0], value: first[1] };
}

function extraProperties(shape: TSchema, direction: Direction): boolean | TSchema | undefined {
  const record = recordOf(shape);
  if (record !== null) return record.value;
  if (shape.additionalProperties !== undefined) return shape.additionalProperties;
  return shape.properties !== undefined && direction === "request" ? false : undefined;
}

/** A union; "X or null" becomes one type with null if possible. */
function union(shape: TSchema, choices: JsonSchema[]): JsonSchema {
  const { description, default: fallback } = shape;
  const around = {
    ...(description === undefined ? {} : { description }),
    ...(fallback === undefined ? {} : { default: fallback }),
  };
  const [first, second] = choices;
  if (choices.length === 2 && second?.type === "null" && first !== undefined && isNullableInPlace(first)) {
    const nullable: JsonSchema = { ...first, ...around, type: [String(first.type), "null"] };
    if (first.enum !== undefined) nullable.enum = [...first.enum, null];
    return nullable;
  }
  return { ...around, anyOf: joinConstants(choices) };
}

function isNullableInPlace(schema: JsonSchema): boolean {
  return typeof schema.type === "string" && schema.const === undefined && schema.default === undefined;
}

/** Joins constants of one type into an enumeration. */
function joinConstants(choices: JsonSchema[]): JsonSchema[] {
  const joined: JsonSchema[] = [];
  for (const choice of choices) {
    const constants = constantsOf(choice);
    const same = joined.find((each) => each.type === choice.type && each.enum !== undefined);
    if (constants.length === 0 || choice.description !== undefined) joined.push(choice);
    else if (same === undefined) joined.push({ type: choice.type, enum: constants });
    else same.enum = [...(same.enum ?? []), ...constants];
  }
  return joined;
}

function constantsOf(choice: JsonSchema): unknown[] {
  if (choice.const !== undefined) return [choice.const];
  return choice.type === "boolean" ? (choice.enum ?? []) : [];
}

function refuseUnknown(shape: TSchema): void {
  const unknown = Object.keys(shape).filter(
    (keyword) => !keyword.startsWith("x-") && !TRANSLATED.has(keyword) && !KEPT.includes(keyword),
  );
  if (unknown.length > 0) throw new Error(`plain-schema.ts does not know ${unknown.join(", ")}`);
}
