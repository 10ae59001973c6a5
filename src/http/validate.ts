import { KindGuard, type TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler, type ValueError, ValueErrorType } from "@sinclair/typebox/compiler";
import { nearest } from "../kit/nearest.ts";
import type { FieldFault } from "./problem.ts";

/** Checks values against a shape, with one error per field. */
export interface Validator {
  /** Null if the value matches. */
  faults(value: unknown): FieldFault[] | null;
}

/** Compiles a shape. Objects refuse unknown properties unless their shape says otherwise. */
export function createValidator(schema: TSchema): Validator {
  let compiled: TypeCheck<TSchema> | null = null;
  return {
    faults(value) {
      compiled ??= TypeCompiler.Compile(closed(schema));
      return compiled.Check(value) ? null : collectFaults(compiled.Errors(value));
    },
  };
}

/** The shape with `additionalProperties: false` wherever an object leaves that open. */
export function closed<Schema extends TSchema>(schema: Schema): Schema {
  const copy: TSchema = { ...schema };
  if (KindGuard.IsObject(schema)) {
    copy.additionalProperties = schema.additionalProperties ?? false;
    copy.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [name, closed(property)]),
    );
  }
  if (schema.anyOf !== undefined) copy.anyOf = (schema.anyOf as TSchema[]).map(closed);
  if (schema.items !== undefined && !Array.isArray(schema.items))
    copy.items = closed(schema.items as TSchema);
  return copy as Schema;
}

/** Faults listed in one refusal. */
export const MAX_FAULTS = 20;
/** Characters of a field's name that a refusal repeats. */
export const MAX_FIELD_LENGTH = 200;

function collectFaults(errors: Iterable<ValueError>): FieldFault[] {
  const faults = new Map<string, string>();
  for (const error of errors) {
    const field = fieldOf(error.path).slice(0, MAX_FIELD_LENGTH) || "body";
    if (!faults.has(field)) faults.set(field, describeFault(error));
    if (faults.size === MAX_FAULTS) break;
  }
  return [...faults].map(([field, message]) => ({ field, message }));
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

/** Longer names are not typing errors, and would take long to compare. */
const MAX_COMPARED = 64;

function unknownName({ path, schema }: ValueError): string {
  const name = fieldOf(path).split(".").at(-1) ?? "";
  const known = Object.keys((schema.properties as object | undefined) ?? {});
  const near = name.length > MAX_COMPARED ? null : nearest(name, known);
  return `is not a known name here${near === null ? "" : `; did you mean ${near}?`}`;
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
  "^[0-9a-f]{64}$": "64 lower-case hex digits",
  "^(0|[1-9][0-9]{0,14})$": "a whole number of at least 0",
  "^[\\x21-\\x7e]{1,255}$": "1 to 255 visible ASCII characters",
};

/** A shape's requirement, as text that completes "must be …". */
export function expectation(schema: TSchema): string {
  if (schema.anyOf !== undefined)
    return [...new Set((schema.anyOf as TSchema[]).map(expectation))].join(", or ");
  if (schema["x-expectation"] !== undefined) return schema["x-expectation"];
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return `one of ${(schema.enum as string[]).join(", ")}`;
  if (schema["x-max-length"] !== undefined)
    return `text of 1 to ${schema["x-max-length"]} characters without control characters`;
  if (schema.format !== undefined) return FORMATS[schema.format] ?? `text of the format ${schema.format}`;
  if (schema.pattern !== undefined) return PATTERNS[schema.pattern] ?? `text matching ${schema.pattern}`;
  if (schema.type === "integer" || schema.type === "number")
    return `${article(schema.type)} ${schema.type === "integer" ? "whole number" : "number"}${range(schema)}`;
  if (schema.type === "array")
    return `a list${schema.maxItems === undefined ? "" : ` of at most ${schema.maxItems}`}${schema.uniqueItems === true ? " without repeats" : ""}`;
  if (schema.type === "object" && schema.minProperties !== undefined)
    return "an object with at least one property";
  return schema.type === "null" ? "null" : `${article(String(schema.type))} ${schema.type}`;
}

function article(word: string): string {
  return /^[aeio]/.test(word) && word !== "integer" ? "an" : "a";
}

function range(schema: TSchema): string {
  if (schema.minimum !== undefined && schema.maximum !== undefined)
    return ` from ${schema.minimum} to ${schema.maximum}`;
  if (schema.minimum !== undefined) return ` of at least ${schema.minimum}`;
  if (schema.maximum !== undefined) return ` of at most ${schema.maximum}`;
  return "";
}
