import { KindGuard, type TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler, type ValueError, ValueErrorType } from "@sinclair/typebox/compiler";
import { nearest } from "../../kit/nearest.ts";
import { rememberedFor } from "../../kit/remembered.ts";
import type { FieldFault } from "../answers/problem.ts";
import { membersDecoder } from "./decode.ts";

/** Checks values against a shape, with one error per field. */
export interface Validator {
  /** Null if the value matches. */
  faults(value: unknown): FieldFault[] | null;
  /** An object that matches, as handlers get it: with hundredths for amounts, numbers for ids, texts for users, booleans for flags. */
  decode(value: Record<string, unknown>): Record<string, unknown>;
}

/** A shape's validator, compiled on first use. Objects refuse unknown properties unless their shape says otherwise. */
export const createValidator = rememberedFor((schema: TSchema): Validator => {
  let compiled: TypeCheck<TSchema>[] | null = null;
  let decode: ReturnType<typeof membersDecoder> | undefined;
  return {
    decode(value) {
      if (decode === undefined) decode = KindGuard.IsObject(schema) ? membersDecoder(schema) : null;
      return decode?.(value) ?? value;
    },
    faults(value) {
      compiled ??= checksOf(closed(schema));
      const missing = missingChoice(schema, value);
      for (const check of compiled)
        if (!check.Check(value))
          return [...missing, ...collectFaults(check.Errors(value))].slice(0, MAX_FAULTS);
      return missing.length > 0 ? missing : null;
    },
  };
});

/** The fault of an object that has none of the two names in `x-one-required`. */
function missingChoice({ "x-one-required": names }: TSchema, value: unknown): FieldFault[] {
  if (names === undefined || typeof value !== "object" || value === null) return [];
  const [field, other] = names;
  if (field in value || other in value) return [];
  return [{ field, message: `is required, unless ${other} is given` }];
}

/** Checks `uniqueItems` last: hashing is slow for long strings. */
function checksOf(schema: TSchema): TypeCheck<TSchema>[] {
  let hasSets = false;
  const loose = rewritten(schema, (shape) => {
    if (shape.uniqueItems !== true) return;
    delete shape.uniqueItems;
    hasSets = true;
  });
  return (hasSets ? [loose, schema] : [schema]).map((each) => TypeCompiler.Compile(each));
}

/** The shape with `additionalProperties: false` wherever an object leaves that open. */
export function closed<Schema extends TSchema>(schema: Schema): Schema {
  return rewritten(schema, (shape) => {
    if (KindGuard.IsObject(shape)) shape.additionalProperties ??= false;
  });
}

/** A copy of the shape in which `change` was called with each shape inside it. */
function rewritten<Schema extends TSchema>(schema: Schema, change: (shape: TSchema) => void): Schema {
  const copy: TSchema = { ...schema };
  if (KindGuard.IsObject(schema))
    copy.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [name, rewritten(property, change)]),
    );
  if (schema.anyOf !== undefined)
    copy.anyOf = (schema.anyOf as TSchema[]).map((each) => rewritten(each, change));
  if (schema.items !== undefined && !Array.isArray(schema.items))
    copy.items = rewritten(schema.items as TSchema, change);
  change(copy);
  return copy as Schema;
}

/** Faults listed in one refusal. */
export const MAX_FAULTS = 20;
/** Characters of a field's name that a refusal repeats. */
export const MAX_FIELD_LENGTH = 200;

function collectFaults(errors: Iterable<ValueError>): FieldFault[] {
  const faults = new Map<string, string>();
  for (const error of withinUnions(errors)) {
    const field = fieldOf(error.path).slice(0, MAX_FIELD_LENGTH) || "body";
    if (!faults.has(field)) faults.set(field, describeFault(error));
    if (faults.size === MAX_FAULTS) break;
  }
  return [...faults].map(([field, message]) => ({ field, message }));
}

/** For a list or an object that fits one form of a union alone, what is wrong in it. */
function* withinUnions(errors: Iterable<ValueError>): Generator<ValueError> {
  for (const error of errors) {
    const inner = error.type === ValueErrorType.Union ? error.errors[chosenForm(error)] : undefined;
    if (inner === undefined) yield error;
    else yield* withinUnions(inner);
  }
}

/** Index of the only form of a value's type, or of the only one that requires one of its names; -1 without one. */
function chosenForm({ schema, value }: ValueError): number {
  if (typeof value !== "object" || value === null) return -1;
  const type = Array.isArray(value) ? "array" : "object";
  const forms = [...(schema.anyOf as TSchema[]).entries()].filter(([, form]) => form.type === type);
  const isNamed = (form: TSchema) => (form.required as string[] | undefined)?.some((name) => name in value);
  const [chosen, ...others] = forms.length === 1 ? forms : forms.filter(([, form]) => isNamed(form));
  return chosen === undefined || others.length > 0 ? -1 : chosen[0];
}

/** A JSON pointer (RFC 6901) in the form in which answers name fields: `/list/1/id` is `list.1.id`. */
function fieldOf(pointer: string): string {
  const names = pointer.split("/").slice(1);
  return names.map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~")).join(".");
}

function describeFault(error: ValueError): string {
  if (error.type === ValueErrorType.ObjectRequiredProperty) return "is required";
  if (error.type === ValueErrorType.ObjectAdditionalProperties) return unknownName(error);
  return `must be ${expectation(error.schema)}${typeHint(error)}`;
}

function unknownName({ path, schema }: ValueError): string {
  const name = fieldOf(path).split(".").at(-1) ?? "";
  const [pattern] = Object.keys((schema.patternProperties as object | undefined) ?? {});
  if (pattern !== undefined) return `must have a name that matches ${pattern}`;
  const known = Object.keys((schema.properties as object | undefined) ?? {});
  return `is not a known name here${suggestion(name, known)}`;
}

/** Longer names are not typing errors, and would take long to compare. */
const MAX_COMPARED = 64;

/** The known name that an unknown one is nearest to, as a question; empty where none is near. */
export function suggestion(name: string, known: Iterable<string>): string {
  const near = name.length > MAX_COMPARED ? null : nearest(name, known);
  return near === null ? "" : `; did you mean ${near}?`;
}

/** A number in quotes is the most common wrong type. */
function typeHint({ schema, value }: ValueError): string {
  const wantsNumber = schema.type === "integer" || schema.type === "number";
  if (!wantsNumber || typeof value !== "string" || !/^-?\d+(\.\d+)?$/.test(value)) return "";
  return `, not text: write ${value} without quotes`;
}

const FORMATS: Record<string, string> = {
  "external-id": "1 to 128 characters without spaces or control characters, not starting with ext:",
  email: "an e-mail address",
  "solana-address": "a Solana address (base58 of 32 bytes)",
  "date-time": "an ISO 8601 time such as 2026-11-21T10:00:00Z",
};

const PATTERNS: Record<string, string> = {
  "^[1-9][0-9]{0,14}$": "a whole number of at least 1",
  "^[1-9][0-9]{0,15}$": "a whole number of at least 1",
  "^[0-9a-f]{64}$": "64 lower-case hex digits",
  "^(0|[1-9][0-9]{0,14})$": "a whole number of at least 0",
  "^[\\x21-\\x7e]{1,255}$": "1 to 255 visible ASCII characters",
  "^[\\x21-\\x7e]{1,64}$": "1 to 64 visible ASCII characters",
  "^[a-z0-9_.-]{1,80}$": "1 to 80 characters of a-z 0-9 _ . -",
  "^[A-Za-z0-9_-]{1,80}$": "1 to 80 characters of A-Z a-z 0-9 _ -",
  "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$":
    "1 to 64 characters of A-Z a-z 0-9 . _ -, of which the first is a letter or digit",
  "^[0-9]{1,15}$": "a whole number of at most 15 digits",
  "^[1-9][0-9]{0,3}$": "a whole number from 1 to 9999",
  "^(0|[1-9][0-9]{0,15})$": "a whole number of at least 0",
  "^(0|[1-9][0-9]?|entries)$": "a level from 0 to 99, or entries",
  "^[x0-9.p]{1,7}$": "a part of a tile's path, such as x001 or 067.p",
  "^[0-9]{8}T[0-9]{6}Z$": "a run's id such as 20261121T011000Z",
  "^[1-9A-HJ-NP-Za-km-z]{64,88}$": "a transaction's signature (64 to 88 base58 characters)",
  "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$": "a language such as en or pt-BR",
  "^[0-9a-f]{32}$": "32 lower-case hex digits",
};

function sizeOf({ minItems = 0, maxItems }: TSchema): string {
  if (maxItems === undefined) return minItems > 0 ? ` of at least ${minItems}` : "";
  return minItems > 0 ? ` of ${minItems} to ${maxItems}` : ` of at most ${maxItems}`;
}

function lengthOf({ minLength = 0, maxLength }: TSchema): string {
  if (maxLength === undefined) return ` of at least ${minLength} characters`;
  return minLength > 0
    ? ` of ${minLength} to ${maxLength} characters`
    : ` of at most ${maxLength} characters`;
}

/** A shape's requirement, as text that completes "must be …". */
export function expectation(schema: TSchema): string {
  if (schema["x-expectation"] !== undefined) return schema["x-expectation"];
  if (schema.anyOf !== undefined)
    return [...new Set((schema.anyOf as TSchema[]).map(expectation))].join(", or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return choice(schema.enum);
  if (schema["x-max-length"] !== undefined)
    return `text of 1 to ${schema["x-max-length"]} characters without control characters`;
  if (schema.format !== undefined) return FORMATS[schema.format] ?? `text of the format ${schema.format}`;
  if (schema.pattern !== undefined) return PATTERNS[schema.pattern] ?? `text matching ${schema.pattern}`;
  if (schema.type === "integer" || schema.type === "number")
    return `${article(schema.type)} ${schema.type === "integer" ? "whole number" : "number"}${range(schema)}`;
  if (schema.type === "string" && (schema.minLength !== undefined || schema.maxLength !== undefined))
    return `a string${lengthOf(schema)}`;
  if (schema.type === "array")
    return `a list${sizeOf(schema)}${schema.uniqueItems === true ? " without repeats" : ""}`;
  if (schema.type === "object" && schema.minProperties !== undefined)
    return "an object with at least one property";
  return schema.type === "null" ? "null" : `${article(String(schema.type))} ${schema.type}`;
}

function choice(values: readonly string[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.join(", ")}`;
}

function article(word: string): string {
  return /^[aeio]/.test(word) && word !== "integer" ? "an" : "a";
}

function range(schema: TSchema): string {
  if (schema.exclusiveMinimum !== undefined && schema.maximum !== undefined)
    return ` above ${schema.exclusiveMinimum} and up to ${schema.maximum}`;
  if (schema.exclusiveMinimum !== undefined) return ` above ${schema.exclusiveMinimum}`;
  if (schema.minimum !== undefined && schema.maximum !== undefined)
    return ` from ${schema.minimum} to ${schema.maximum}`;
  if (schema.minimum !== undefined) return ` of at least ${schema.minimum}`;
  if (schema.maximum !== undefined) return ` of at most ${schema.maximum}`;
  return "";
}
