import {
  FormatRegistry,
  Kind,
  type SchemaOptions,
  type TObject,
  type TSchema,
  Type,
  TypeRegistry,
} from "@sinclair/typebox";
import { timeOfEntry, timeOfIso } from "../../kit/clock.ts";
import { isBase58 } from "../../kit/formats/base58.ts";
import { type Hundredths, MAX_AMOUNT, toHundredths } from "../../kit/money.ts";
import { isPlainlyRead } from "../../kit/plain-text.ts";

/**
 * Shapes that TypeBox lacks for this interface. Lengths count characters (code points), as in JSON Schema and unlike
 * JavaScript's length; text holds no control characters and no lone surrogates.
 */

FormatRegistry.Set("text", (value) => value.isWellFormed() && !/\p{Cc}/u.test(value));
FormatRegistry.Set(
  "external-id",
  (value) => /^[^\p{C}\p{Z}]{1,128}$/u.test(value) && !value.startsWith("ext:"),
);
FormatRegistry.Set(
  "email",
  (value) =>
    value.length <= 254 &&
    /^[^\s@\p{C}]{1,64}@[^\s@\p{C}]+\.[^\s@\p{C}.]+$/u.test(value) &&
    isPlainlyRead(value),
);
FormatRegistry.Set("solana-address", (value) => isBase58(value, 32));
FormatRegistry.Set(
  "date-time",
  (value) =>
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/.test(value) &&
    !Number.isNaN(timeOfIso(value)),
);

FormatRegistry.Set("entered-time", (value) => !Number.isNaN(timeOfEntry(value)));

/** A day or time in a form of the operators' pages, for `timeOfEntry`. */
export function EnteredTime(options: SchemaOptions = {}) {
  const expected = "a UTC time such as 2026-11-22 or 2026-11-22 10:30";
  const plain = { pattern: "^\\d{4}-\\d{2}-\\d{2}([T ]\\d{2}:\\d{2}.*)?$" };
  return Type.String({ format: "entered-time", "x-expectation": expected, "x-plain": plain, ...options });
}

/** 1 to `max` characters of plain text. The pattern counts code points; `maxLength` informs readers of OpenAPI. */
export function Text(max: number, options: SchemaOptions = {}) {
  const format = `text-${max}`;
  if (!FormatRegistry.Has(format))
    FormatRegistry.Set(format, (value) => value !== "" && isPlainText(value, max));
  return Type.String({ format, "x-max-length": max, ...options });
}

/** At most `max` characters of plain text, or none. */
export function TextOrNone(max: number, options: SchemaOptions = {}) {
  const format = `optional-text-${max}`;
  if (!FormatRegistry.Has(format)) FormatRegistry.Set(format, (value) => isPlainText(value, max));
  const expected = `text of at most ${max} characters without control characters`;
  return Type.String({ format, "x-expectation": expected, ...options });
}

function isPlainText(value: string, max: number): boolean {
  const length = value.length <= max ? value.length : [...value].length;
  return length <= max && value.isWellFormed() && !/\p{Cc}/u.test(value);
}

const NOT_BLANK = "^[^\\x00-\\x1f\\x7f-\\x9f]*[^\\x00-\\x20\\x7f-\\xa0][^\\x00-\\x1f\\x7f-\\x9f]*$";

/** Like `Text`, but not blank; for text shown to people. */
export function Words(max: number, options: SchemaOptions = {}) {
  const expected = `text of 1 to ${max} characters without control characters, not of spaces alone`;
  return Text(max, { pattern: NOT_BLANK, "x-expectation": expected, ...options });
}

/** 1 to `max` characters of any kind, including line breaks and other control characters. */
export function Characters(max: number, options: SchemaOptions = {}) {
  const format = `characters-${max}`;
  if (!FormatRegistry.Has(format)) {
    FormatRegistry.Set(format, (value) => value !== "" && (value.length <= max || [...value].length <= max));
  }
  return Type.String({
    format,
    "x-max-length": max,
    "x-expectation": `text of 1 to ${max} characters`,
    ...options,
  });
}

/** 1 to 64 of `A-Za-z0-9._:-`, as a ledger entry's reason and source (contract section 7). */
export function Tag(options: SchemaOptions = {}) {
  return Type.String({
    pattern: "^[A-Za-z0-9._:-]{1,64}$",
    "x-expectation": "1 to 64 characters of A-Z a-z 0-9 . _ : -",
    ...options,
  });
}

TypeRegistry.Set(
  "Amount",
  ({ minimum, maximum }: AmountRange, value) =>
    typeof value === "number" && value >= minimum && value <= maximum && toHundredths(value) !== null,
);

interface AmountRange {
  minimum: number;
  maximum: number;
}

/**
 * Salutes: at least 0.01 and at most 1e12 unless the range differs, with at most two decimals (contract section 7). The
 * handler gets hundredths.
 */
export function Amount({ minimum = 0.01, maximum = MAX_AMOUNT, ...options }: SchemaOptions = {}) {
  const expected = minimum === 0 ? "a number that is not negative," : "a positive number";
  return Type.Unsafe<Hundredths>({
    [Kind]: "Amount",
    "x-decode": "hundredths",
    type: "number",
    minimum,
    maximum,
    "x-expectation": `${expected} with at most 2 decimals and 17 digits, at most ${maximum}`,
    ...options,
  });
}

TypeRegistry.Set("MembersLater", (_, value) => isObject(value));

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object of this shape whose members the handler checks itself, such as an item that may be refused by itself. */
export function MembersLater(shape: TObject) {
  const later = { ...shape, [Kind]: "MembersLater", "x-expectation": "an object" };
  return Type.Unsafe<Record<string, unknown>>(later);
}

/** A value that may be null. */
export function Nullable<Schema extends TSchema>(schema: Schema, options: SchemaOptions = {}) {
  return Type.Union([schema, Type.Null()], options);
}

/** A shared shape with what it means in this place. */
export function Described<Schema extends TSchema>(shape: Schema, description: string): Schema {
  return { ...shape, description, "x-described": shape };
}

/** The text as a pattern that matches only it. */
export function OneOf<const Values extends readonly string[]>(values: Values, options: SchemaOptions = {}) {
  return Type.Unsafe<Values[number]>(
    Type.String({ enum: [...values], pattern: `^(${values.map(literally).join("|")})$`, ...options }),
  );
}

/** The text as a pattern that matches it alone. */
function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** A flag in a body: true, false, 1 or 0. The handler gets a boolean. */
export function BodyFlag(options: SchemaOptions = {}) {
  const given = Type.Union([Type.Boolean(), Type.Literal(1), Type.Literal(0)]);
  return Type.Unsafe<boolean>({ ...given, "x-decode": "flag", ...options });
}

/** The id of a row in a path, query or body: 42 or "42". The handler gets the number. */
export function Id(options: SchemaOptions = {}) {
  return Type.Unsafe<number>({
    ...numberOrText("^[1-9][0-9]{0,15}$"),
    "x-decode": "number",
    "x-expectation": "a whole number of at least 1",
    ...options,
  });
}

/** A reference in a path, query or body: text of this pattern, or an id as a number. The handler gets the text. */
export function Reference(pattern: string, options: SchemaOptions = {}) {
  return Type.Unsafe<string>({ ...numberOrText(pattern), "x-decode": "text", ...options });
}

/** The number and its text are the same id; texts first, because paths and queries hold texts. */
function numberOrText(pattern: string) {
  return Type.Union([
    Type.String({ pattern }),
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  ]);
}

/** A flag in a query: 1, 0, true, false or a bare name. The handler gets a boolean. */
export function Flag(options: SchemaOptions = {}) {
  return Type.Boolean({ "x-flag": true, ...options });
}

/** A repeatable query parameter; the handler gets the set as an array. */
export function Repeated<Schema extends TSchema>(item: Schema, options: SchemaOptions = {}) {
  return Type.Array(item, { uniqueItems: true, ...options });
}

/** ISO 8601 with an offset; answers are always in UTC, ending in Z. */
export function Timestamp(options: SchemaOptions = {}) {
  return Type.String({ format: "date-time", ...options });
}

/** A Solana address: base58 of 32 bytes. */
export function SolanaAddress(options: SchemaOptions = {}) {
  return Type.String({ format: "solana-address", ...options });
}

const USER_ID = {
  description: 'The service\'s id (42 or "42"), or ext: and your external_id.',
  "x-expectation": "a user's id such as 42, or ext: and your external_id",
};

/** A user: 42, "42" or "ext:<external_id>". */
export const UserId = Reference("^([1-9][0-9]{0,15}|ext:[^\\s]{1,256})$", USER_ID);

/** Links and docs_links: names to relative paths. */
export const Links = Type.Record(Type.String(), Type.String(), {
  description: "Relative addresses, by name.",
});
