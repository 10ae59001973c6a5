import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { closed } from "../../../http/schema/validate.ts";
import { EXAMPLE_ADDRESS, EXAMPLE_TIME, FORMAT_EXAMPLES, NAMED_EXAMPLES } from "./example-values.ts";

/**
 * A value that fits a shape: by the property's name if it is known, otherwise by the shape. The same shape always gives
 * the same value.
 * @throws Error if no candidate fits; give the shape `examples` then
 */
export function buildExample(shape: TSchema, name = ""): unknown {
  const candidate = candidates(shape, name).find((each) => fits(shape, each));
  if (candidate !== undefined) return candidate;
  if (shape.type === "object") return exampleObject(shape, name);
  if (shape.type === "array") return exampleList(shape, name);
  const choices: TSchema[] = shape.anyOf ?? shape.allOf ?? [];
  for (const choice of choices) {
    const value = buildExample(choice, name);
    if (fits(shape, value)) return value;
  }
  throw new Error(`no example fits ${name || "the shape"} (${JSON.stringify(shape)}): give it examples`);
}

function fits(shape: TSchema, value: unknown): boolean {
  return Value.Check(closed(shape), value);
}

/** Every property except `meta`, which is present only on request. */
function exampleObject(shape: TSchema, name: string): object {
  const properties = Object.entries((shape.properties ?? {}) as Record<string, TSchema>);
  const [record] = Object.values((shape.patternProperties ?? {}) as Record<string, TSchema>);
  if (properties.length === 0 && record !== undefined)
    return { [recordKey(name)]: buildExample(record, name) };
  return Object.fromEntries(
    properties
      .filter(([each]) => each !== "meta")
      .map(([each, property]) => [
        each,
        name === "query" ? echoed(property, each) : buildExample(property, each),
      ]),
  );
}

/** Value in a list's `query` for a request without filters: null, false for a flag, or the default. */
function echoed(shape: TSchema, name: string): unknown {
  if (fits(shape, null)) return null;
  return fits(shape, false) ? false : buildExample(shape, name);
}

function exampleList(shape: TSchema, name: string): unknown[] {
  const count = Math.max(1, shape.minItems ?? 0);
  const one = buildExample(shape.items as TSchema, singular(name));
  return Array.from({ length: count }, () => one);
}

function singular(name: string): string {
  return name.replace(/(?<!s)s$/, "");
}

function recordKey(name: string): string {
  return name === "checks" ? "database" : "name";
}

function* given(shape: TSchema): Generator<unknown> {
  yield* (shape.examples as unknown[] | undefined) ?? [];
  if (shape.const !== undefined) yield shape.const;
  if (shape.default !== undefined) yield shape.default;
}

function candidates(shape: TSchema, name: string): unknown[] {
  return [...given(shape), ...(NAMED_EXAMPLES[name] ?? []), ...bySuffix(name), ...byForm(shape)];
}

/** Candidates by the end of a name, such as created_at, age_hours or proof_url. */
function bySuffix(name: string): unknown[] {
  if (/(_at|_utc|^from|^to|^since|^until)$/.test(name)) return [EXAMPLE_TIME];
  if (/_url$/.test(name)) return ["https://partner.example/hooks/salute", "/api/openapi.yaml"];
  if (/(^|_)pct$/.test(name)) return [0.5, 1];
  if (/_ms$/.test(name)) return [12, 12.5];
  if (/_seconds$/.test(name)) return [30];
  if (/_hours$/.test(name)) return [24];
  if (/_days$/.test(name)) return [30];
  if (/_bytes$/.test(name)) return [4096];
  if (/(_id|^id)$/.test(name)) return [42, "42"];
  if (/(_address|^wallet)$/.test(name)) return [EXAMPLE_ADDRESS];
  if (/(_count|^count)$/.test(name)) return [1];
  return [];
}

function byForm(shape: TSchema): unknown[] {
  if (shape.enum !== undefined) return shape.enum as unknown[];
  switch (shape.type) {
    case "boolean":
      return [true];
    case "null":
      return [null];
    case "integer":
    case "number":
      return [shape.minimum, shape.maximum, 1, 0].filter((each) => each !== undefined);
    case "string":
      return [FORMAT_EXAMPLES[shape.format] ?? "text", "text", "1", "a".repeat(64)];
    default:
      return shape.type === undefined && shape.anyOf === undefined && shape.allOf === undefined
        ? ["text"]
        : [];
  }
}
