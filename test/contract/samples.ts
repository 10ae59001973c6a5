import type { TObject, TSchema } from "@sinclair/typebox";
import { collectProperties } from "../../src/http/documented.ts";
import type { Operation } from "../../src/http/operation.ts";
import { createValidator } from "../../src/http/schema/validate.ts";

/**
 * Valid inputs of an operation derived from its shapes, so that new operations are tested automatically. If a shape is too
 * specific for that, the operation needs an `example`.
 */

const TEXTS = [
  "ext:demo-user",
  "1",
  "demo",
  "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM",
  "zoe@example.com",
  "2026-11-21T10:00:00Z",
  "https://example.com/hook",
  "*",
  "0123456789abcdef",
  "pk_live_0123456789abcdef",
  "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=",
];

/** A value that matches the shape. @throws Error if none is found */
export function buildSample(schema: TSchema): unknown {
  const fits = (value: unknown) => createValidator(schema).faults(value) === null;
  const found = candidates(schema).find(fits);
  if (found === undefined)
    throw new Error(`no sample matches ${JSON.stringify(schema)}: give the operation an example`);
  return found;
}

function candidates(schema: TSchema): unknown[] {
  if (schema.anyOf !== undefined) return (schema.anyOf as TSchema[]).flatMap(candidates);
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum !== undefined) return schema.enum as unknown[];
  switch (schema.type) {
    case "object":
      return [sampleObject(schema as TObject)];
    case "array":
      return [[], [buildSample(schema.items as TSchema)]];
    case "boolean":
      return [true];
    case "integer":
    case "number":
      return [schema.default, schema.minimum, 1].filter((value) => value !== undefined);
    default:
      return [...((schema.examples as unknown[] | undefined) ?? []), ...TEXTS];
  }
}

function sampleObject(schema: TObject | null): Record<string, unknown> {
  const required = new Set((schema?.required as string[] | undefined) ?? []);
  const properties = collectProperties(schema).filter(([name]) => required.has(name));
  return Object.fromEntries(properties.map(([name, property]) => [name, buildSample(property)]));
}

/** The operation's path with sample parameters. */
export function samplePath({ path, params }: Operation): string {
  const values = sampleObject(params);
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

/** A target of the operation: its path and required query parameters. */
export function sampleTarget(operation: Operation): string {
  const required = Object.entries(sampleObject(operation.query)).filter(
    ([name]) => operation.query?.properties[name]?.default === undefined,
  );
  const query = new URLSearchParams(required.map(([name, value]) => [name, String(value)])).toString();
  return query === "" ? samplePath(operation) : `${samplePath(operation)}?${query}`;
}

/** The target with an additional parameter. */
export function withParameter(target: string, parameter: string): string {
  return `${target}${target.includes("?") ? "&" : "?"}${parameter}`;
}

/** A valid body: the operation's example, or one derived from its shape; undefined without a body. */
export function sampleBody({ body, example }: Operation): object | undefined {
  return body === null ? undefined : (example ?? sampleObject(body));
}
