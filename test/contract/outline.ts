import { createHash } from "node:crypto";
import type {
  JsonSchema,
  OpenApiDocument,
  OperationObject,
  Parameter,
  Reference,
  ResponseObject,
} from "../../src/modules/developers/openapi/index.ts";

/**
 * The OpenAPI document as a person reviews it: per operation its parameters, body, answers and codes with names and types, and a
 * hash of everything that it publishes, descriptions, limits and examples included.
 */

const WIDTH = 120;

/** Outlines by file name: one per group of operations, and one each for events, shared components and the rest. */
export function outline(document: OpenApiDocument): Map<string, string> {
  const { paths, webhooks = {}, components, ...rest } = document;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      group: operation.tags[0] ?? "none",
      text: operationText(`${method.toUpperCase()} ${path}`, operation),
    })),
  );
  const groups = Map.groupBy(operations, ({ group }) => group);
  const events = Object.entries(webhooks).map(([type, { post }]) =>
    post === undefined ? "" : operationText(type, post),
  );
  const { schemas = {}, responses = {}, ...others } = components;
  const shared = [
    ...Object.entries(schemas).map(([name, schema]) => `${name} ${hash(schema)}\n${part("=", type(schema))}`),
    ...Object.entries(responses).map(
      ([name, response]) => `${name} ${hash(response)}\n${answer("=", response)}`,
    ),
    ...Object.entries(others).flatMap(([kind, named]) =>
      Object.entries(named).map(([name, component]) => `${kind}/${name} ${hash(component)}\n`),
    ),
  ];
  return new Map([
    ...[...groups].map(([group, own]): [string, string] => [
      `operations.${group}`,
      own.map(({ text }) => text).join("\n"),
    ]),
    ["events", events.join("\n")],
    ["components", shared.join("")],
    [
      "document",
      Object.entries(rest)
        .map(([key, value]) => `${key} ${hash(value)}\n`)
        .join(""),
    ],
  ]);
}

function operationText(where: string, operation: OperationObject): string {
  const { operationId, parameters = [], requestBody, responses } = operation;
  const places = Map.groupBy(parameters, (each) => ("$ref" in each ? "shared" : each.in));
  return [
    `${where} ${operationId} ${hash(operation)}\n`,
    ...[...places].map(([place, own]) => part(place, own.map(parameterText).join(", "))),
    ...Object.entries(requestBody?.content ?? {}).map(([media, { schema }]) =>
      part(media === "application/json" ? "body" : media, type(schema)),
    ),
    ...Object.entries(responses).map(([status, response]) => answer(status, response)),
  ].join("");
}

function parameterText(parameter: Parameter | Reference): string {
  if ("$ref" in parameter) return lastName(parameter.$ref);
  return `${parameter.name}${parameter.required ? "" : "?"}: ${type(parameter.schema)}`;
}

function answer(status: string, response: ResponseObject | Reference): string {
  if ("$ref" in response) return part(status, lastName(response.$ref));
  const contents = Object.entries(response.content ?? {});
  const codes = (response["x-codes"] ?? []).join(" ");
  if (contents.length === 0) return part(status, codes);
  return contents
    .map(([media, { schema }]) => part(status, media === "application/json" ? codes || type(schema) : media))
    .join("");
}

/** A named line. An object that does not fit has a line for each field. */
function part(name: string, text: string): string {
  const line = `  ${name} ${text}`.trimEnd();
  if (line.length <= WIDTH || !text.startsWith("{ ")) return `${line}\n`;
  const fields = split(text.slice(2, -2)).map((field) => `    ${field}\n`);
  return `  ${name} {\n${fields.join("")}  }\n`;
}

/** The fields of an object's text; those of objects inside stay together. */
function split(fields: string): string[] {
  const found: string[] = [];
  for (const piece of fields.split("; ")) {
    const last = found.at(-1);
    const isInside = last !== undefined && last.split("{").length > last.split("}").length;
    if (isInside) found[found.length - 1] = `${last}; ${piece}`;
    else found.push(piece);
  }
  return found;
}

function type(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return lastName(schema.$ref);
  const { anyOf, allOf, properties, items } = schema;
  if (anyOf !== undefined) return [...new Set(anyOf.map(type))].join(" | ");
  if (allOf !== undefined) return allOf.map(type).join(" & ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(
      ([name, field]) => `${name}${schema.required?.includes(name) ? "" : "?"}: ${type(field)}`,
    );
    return `{ ${fields.join("; ")} }`;
  }
  if (items !== undefined) return `(${type(items)})[]`.replace(/^\(([^ ]*)\)/, "$1");
  if (typeof schema.additionalProperties === "object")
    return `{ [name]: ${type(schema.additionalProperties)} }`;
  return [schema.type ?? "unknown"].flat().join(" | ");
}

function lastName(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

function hash(value: unknown): string {
  return `#${createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 12)}`;
}
