import type { TObject, TSchema } from "@sinclair/typebox";
import { exactNumber } from "../../kit/formats/exact-number.ts";
import { correction, type FieldFault, Problem } from "../answers/problem.ts";
import {
  createValidator,
  expectation,
  MAX_FAULTS,
  MAX_FIELD_LENGTH,
  suggestion,
} from "../schema/validate.ts";

export type QueryParser = (rawQuery: string, refuseUnknown: boolean) => Record<string, unknown>;

/**
 * A parser of query strings for one operation (contract section 2): an empty parameter counts as missing, a
 * single-valued one may not repeat, a flag is 1, 0, true, false or a bare name, unknown names are refused or ignored.
 * @throws Problem invalid_query naming each parameter
 */
export function createQueryParser(schema: TObject | null): QueryParser {
  const parsePairs = createPairsParser(schema, { isTrimmed: false, whole: "query" });
  return (rawQuery, refuseUnknown) => {
    const { values, faults } = parsePairs(rawQuery, refuseUnknown);
    const [first] = faults;
    if (first !== undefined) {
      throw new Problem("invalid_query", correction(first), { details: faults });
    }
    return values;
  };
}

const MAX_REMEMBERED = 100;
const MAX_REMEMBERED_LENGTH = 200;

/** The same parser with a cache of recent queries: public reads have few, which repeat often. */
export function remembering(parse: QueryParser): QueryParser {
  const known = new Map<string, Record<string, unknown>>();
  return (rawQuery, refuseUnknown) => {
    if (rawQuery === "" || rawQuery.length > MAX_REMEMBERED_LENGTH) return parse(rawQuery, refuseUnknown);
    const before = known.get(rawQuery);
    if (before !== undefined) return before;
    const values = Object.freeze(parse(rawQuery, refuseUnknown));
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(rawQuery, values);
    return values;
  };
}

interface ParsedQuery {
  values: Record<string, unknown>;
  faults: readonly FieldFault[];
}

/** More than any form of ours has. */
export const MAX_PAIRS = 1_000;
const tooMany = (field: string): FieldFault => ({ field, message: `must hold at most ${MAX_PAIRS} values` });
const NOT_DECODED = "must be percent-encoded UTF-8";
const NO_FAULTS: readonly FieldFault[] = [];

/** A query parameter and its parsing rules. */
interface Parameter {
  name: string;
  shape: TSchema;
  isList: boolean;
  /** May stand alone, without a value. */
  isFlag: boolean;
  /** Its text is never trimmed. */
  isVerbatim: boolean;
  /** Given as `name.member=value` for each member. */
  hasMembers: boolean;
}

function parametersOf(schema: TObject | null): Map<string, Parameter> {
  return new Map(
    Object.entries(schema?.properties ?? {}).map(([name, shape]) => [
      name,
      {
        name,
        shape,
        isList: shape.type === "array",
        isFlag: shape["x-flag"] === true,
        isVerbatim: shape["x-verbatim"] === true,
        hasMembers: shape["x-members"] === true,
      },
    ]),
  );
}

/** A parser of `name=value&…` as in queries and forms, with one error per field. */
export function createPairsParser(
  schema: TObject | null,
  { isTrimmed, whole }: { isTrimmed: boolean; whole: "query" | "body" },
): (raw: string, refuseUnknown: boolean) => ParsedQuery {
  const parameters = parametersOf(schema);
  const withMembers = [...parameters.values()].filter(({ hasMembers }) => hasMembers);
  const validator = schema === null ? null : createValidator(schema);
  const defaults = [...parameters.values()].filter(({ shape }) => shape.default !== undefined);
  const withoutAny = Object.fromEntries(defaults.map(({ name, shape }) => [name, shape.default]));
  /** Computed on first use: compiling every shape would take a third of the start. */
  let takesNone: boolean | null = null;
  return (raw, refuseUnknown) => {
    takesNone ??= validator === null || validator.faults(withoutAny) === null;
    if (raw === "" && takesNone)
      return { values: defaults.length === 0 ? {} : { ...withoutAny }, faults: NO_FAULTS };
    const intake: ParseState = {
      parameters,
      withMembers,
      values: {},
      sets: null,
      faults: [],
      refuseUnknown,
      isTrimmed,
    };
    const { values, faults } = intake;
    const pairs = raw.includes("&") ? raw.split("&", MAX_PAIRS + 1) : [raw];
    if (pairs.length > MAX_PAIRS) return { values, faults: [tooMany(whole)] };
    for (const pair of pairs) {
      takePair(pair, intake);
      if (faults.length === MAX_FAULTS) break;
    }
    if (intake.sets !== null) for (const [name, set] of intake.sets) values[name] = [...set];
    for (const { name, shape } of defaults) values[name] ??= shape.default;
    if (faults.length === 0 && validator !== null) {
      const found = validator.faults(values);
      if (found === null) return { values: validator.decode(values), faults };
      faults.push(...found.map((fault) => ofParameter(fault, parameters)));
    }
    return { values, faults };
  };
}

/** Names an item of a set by its parameter, and a member as it is given. */
function ofParameter(fault: FieldFault, parameters: ReadonlyMap<string, Parameter>): FieldFault {
  const [name = ""] = fault.field.split(".");
  return parameters.get(name)?.hasMembers === true ? fault : { ...fault, field: name };
}

interface ParseState {
  parameters: ReadonlyMap<string, Parameter>;
  withMembers: readonly Parameter[];
  values: Record<string, unknown>;
  /** The values of repeatable parameters; null before the first. */
  sets: Map<string, Set<string>> | null;
  faults: FieldFault[];
  refuseUnknown: boolean;
  isTrimmed: boolean;
}

/** Stores one `name=value` in `values` or `sets`, or adds the reason against it to `faults`. */
function takePair(pair: string, intake: ParseState): void {
  const { parameters, values, faults, refuseUnknown, isTrimmed } = intake;
  if (pair === "") return;
  const equals = pair.indexOf("=");
  const isBare = equals === -1;
  const rawName = isBare ? pair : pair.slice(0, equals);
  const givenName = decode(rawName) ?? rawName;
  const parameter = parameters.get(givenName);
  const given = isBare ? "" : decode(pair.slice(equals + 1));
  const owner = intake.withMembers.find(({ name }) => givenName.startsWith(`${name}.`));
  if (owner !== undefined) {
    takeMember(givenName, given, { owner, intake });
    return;
  }
  if (parameter === undefined) {
    if (refuseUnknown)
      faults.push({
        field: givenName.slice(0, MAX_FIELD_LENGTH),
        message: `is not a parameter of this operation${suggestion(givenName, parameters.keys())}`,
      });
    return;
  }
  // The shape's own text: the runtime finds members by it at once, by a part of the query only after a search.
  const { name, shape } = parameter;
  if (given === null) {
    faults.push({ field: name, message: NOT_DECODED });
    return;
  }
  const text = isTrimmed && !parameter.isVerbatim ? given.trim() : given;
  const isFlagAlone = isBare && parameter.isFlag;
  if (text === "" && !isFlagAlone) return;
  if (parameter.isList) {
    intake.sets ??= new Map();
    const set = intake.sets.get(name) ?? new Set<string>();
    intake.sets.set(name, set.add(text));
  } else if (parameter.hasMembers) {
    faults.push({ field: name, message: `must be ${expectation(shape)}` });
  } else if (Object.hasOwn(values, name)) {
    faults.push({ field: name, message: "is given twice" });
  } else {
    const value = isFlagAlone ? true : coerce(text, shape);
    if (value === undefined) faults.push({ field: name, message: `must be ${expectation(shape)}` });
    else values[name] = value;
  }
}

/** Stores one `name.member=value`. */
function takeMember(
  field: string,
  text: string | null,
  { owner, intake: { values, faults } }: { owner: Parameter; intake: ParseState },
): void {
  if (text === "") return;
  const members = new Map(Object.entries(values[owner.name] ?? {}));
  const member = field.slice(owner.name.length + 1);
  const fault = text === null ? NOT_DECODED : members.has(member) ? "is given twice" : null;
  if (fault !== null) faults.push({ field: field.slice(0, MAX_FIELD_LENGTH), message: fault });
  else values[owner.name] = Object.fromEntries(members.set(member, text ?? ""));
}

function decode(text: string): string | null {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}

/** The value of a parameter's text by its shape; undefined if it does not match. */
function coerce(text: string, property: TSchema): unknown {
  switch (property.type) {
    case "boolean":
      return text === "1" || text === "true" ? true : text === "0" || text === "false" ? false : undefined;
    case "integer":
      return /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
    case "number":
      return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? (exactNumber(text) ?? undefined) : undefined;
    default:
      return coerceToAny(text, property.anyOf);
  }
}

/** By the first alternative that the text matches. */
function coerceToAny(text: string, alternatives: readonly TSchema[] | undefined): unknown {
  for (const alternative of alternatives ?? []) {
    const value = alternative.type === "null" ? undefined : coerce(text, alternative);
    if (value !== undefined) return value;
  }
  return text;
}
