import { expect, test } from "bun:test";
import { allOperations } from "../../../../src/compose/operations.ts";
import {
  type JsonSchema,
  loadDocument,
  type OpenApiDocument,
  type OperationObject,
} from "../../../../src/modules/developers/openapi/index.ts";
import { createWorld } from "../../../harness/app/world.ts";

async function documentOfThisBuild(): Promise<OpenApiDocument> {
  const world = await createWorld();
  const { groups } = world.services;
  const options = { part: "everything", version: "1", baseUrl: "http://localhost", groups } as const;
  const document = await loadDocument(allOperations(world.services), options);
  await world.close();
  return document;
}

/** Parameters, and fields of answers and events, without a description. */
function undescribed(document: OpenApiDocument, operation: OperationObject): string[] {
  const missing: string[] = [];
  const look = (schema: JsonSchema): JsonSchema => {
    const name = schema.$ref?.split("/").at(-1);
    return name === undefined ? schema : (document.components.schemas?.[name] ?? {});
  };
  const walk = (schema: JsonSchema, place: string, depth: number): void => {
    if (depth > 8) return;
    const shape = look(schema);
    for (const [name, property] of Object.entries(shape.properties ?? {})) {
      const where = `${place}.${name}`;
      const isDescribed = (property.description ?? look(property).description) !== undefined;
      if (!isDescribed && name !== "success") missing.push(where);
      walk(property, where, depth + 1);
    }
    if (shape.items !== undefined) walk(shape.items, `${place}[]`, depth + 1);
    for (const each of shape.anyOf ?? []) walk(each, place, depth + 1);
    if (typeof shape.additionalProperties === "object")
      walk(shape.additionalProperties, `${place}.*`, depth + 1);
  };
  for (const [status, response] of Object.entries(operation.responses)) {
    if (!/^2\d\d$/.test(status) || !("content" in response)) continue;
    for (const { schema } of Object.values(response.content ?? {})) walk(schema, operation.operationId, 0);
  }
  for (const parameter of operation.parameters ?? []) {
    const name = "$ref" in parameter ? parameter.$ref.split("/").at(-1) : undefined;
    const found = "name" in parameter ? parameter : document.components.parameters?.[name ?? ""];
    if (found?.description === undefined && look(found?.schema ?? {}).description === undefined)
      missing.push(`${operation.operationId}?${found?.name ?? name}`);
  }
  for (const { schema } of Object.values(
    operation.tags.includes("events") ? (operation.requestBody?.content ?? {}) : {},
  ))
    walk(schema, operation.operationId, 0);
  return missing;
}

test("every parameter, and every field of every answer and event, has a description", async () => {
  const document = await documentOfThisBuild();
  const operations = [...Object.values(document.paths), ...Object.values(document.webhooks ?? {})].flatMap(
    (item) => Object.values(item),
  );
  expect(operations.length).toBeGreaterThan(250);
  expect(operations.flatMap((operation) => undescribed(document, operation))).toEqual([]);
});

test("every operation says what its success means: a change never repeats its summary", async () => {
  const { paths } = await documentOfThisBuild();
  const silent = Object.values(paths).flatMap((item) =>
    Object.entries(item).flatMap(([method, { operationId, summary, responses }]) =>
      Object.entries(responses).flatMap(([status, response]) => {
        if (!status.startsWith("2")) return [];
        const words = "description" in response ? response.description : "";
        const isSilent = words.length <= 16 || (method !== "get" && words === `${summary}.`);
        return isSilent ? [`${operationId} ${status}: ${words}`] : [];
      }),
    ),
  );
  expect(silent).toEqual([]);
});

interface Described {
  place: string;
  description: string;
  isNullable: boolean;
}

/** All descriptions of a document. */
function descriptionsIn(document: OpenApiDocument): Described[] {
  const isNullable = ({ $ref, type, anyOf, enum: values }: JsonSchema): boolean =>
    $ref !== undefined ||
    type === undefined ||
    [type].flat().includes("null") ||
    values?.includes(null) === true ||
    anyOf?.some(isNullable) === true;
  const found: Described[] = [];
  const walk = (node: unknown, place: string): void => {
    if (typeof node !== "object" || node === null) return;
    const { description } = node as JsonSchema;
    if (typeof description === "string")
      found.push({ place, description, isNullable: isNullable(node as JsonSchema) });
    for (const [name, value] of Object.entries(node))
      if (!/^examples?$/.test(name)) walk(value, `${place}.${name}`);
  };
  walk({ ...document.paths, ...document.webhooks }, "");
  walk({ ...document.components.schemas, ...document.components.parameters }, "");
  return found;
}

test("a description says more than its field's name or a noun: at least 17 characters", async () => {
  const all = descriptionsIn(await documentOfThisBuild());
  const thin = all.filter(({ description }) => description.length <= 16);
  expect(thin.map(({ place, description }) => `${place}: ${description}`)).toEqual([]);
});

/** The first six words that a text says twice; null if there are none. */
function repeatedIn(text: string): string | null {
  const words = text.toLowerCase().match(/[^\s,;:.]+/g) ?? [];
  const phrases = words.map((_, at) => words.slice(at, at + 6).join(" ")).slice(0, -5);
  return phrases.find((phrase, at) => phrases.indexOf(phrase) !== at) ?? null;
}

test("a description speaks of null only where a field can be null, and says nothing twice", async () => {
  const all = descriptionsIn(await documentOfThisBuild());
  expect(all.length).toBeGreaterThan(2_000);
  const ofNull = all.filter(
    (each) =>
      !each.isNullable && /(^|[;.] )null (if|where|until|before|without|for)\b/i.test(each.description),
  );
  expect(ofNull).toEqual([]);
  const repeated = all.filter(
    ({ place, description }) =>
      !/\.(get|post|patch)$|\.responses\.4/.test(place) && repeatedIn(description) !== null,
  );
  expect(repeated.map(({ place, description }) => [place, repeatedIn(description)])).toEqual([]);
});

test("what partners asked to be true: is_verified is of the primary wallet", async () => {
  const { components, webhooks } = await documentOfThisBuild();
  const text = JSON.stringify({ schemas: components.schemas, webhooks });
  expect(text).not.toContain("Whether the partner knows who it is");
  expect(text).toContain("Whether the user's primary wallet is verified.");
});
