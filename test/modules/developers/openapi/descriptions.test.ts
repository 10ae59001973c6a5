import { expect, test } from "bun:test";
import { allOperations } from "../../../../src/compose/operations.ts";
import {
  documentOf,
  type JsonSchema,
  type OpenApiDocument,
  type OperationObject,
} from "../../../../src/modules/developers/openapi/index.ts";
import { createWorld } from "../../../harness/app/world.ts";

async function documentOfThisBuild(): Promise<OpenApiDocument> {
  const world = await createWorld();
  const { groups } = world.services;
  const options = { part: "everything", version: "1", baseUrl: "http://localhost", groups } as const;
  const document = await documentOf(allOperations(world.services), options);
  await world.close();
  return document;
}

/** Paths of fields without a description, in answers and events. */
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
  for (const { schema } of Object.values(
    operation.tags.includes("events") ? (operation.requestBody?.content ?? {}) : {},
  ))
    walk(schema, operation.operationId, 0);
  return missing;
}

test("every field of every answer and event has a description", async () => {
  const document = await documentOfThisBuild();
  const operations = [...Object.values(document.paths), ...Object.values(document.webhooks ?? {})].flatMap(
    (item) => Object.values(item),
  );
  expect(operations.length).toBeGreaterThan(250);
  expect(operations.flatMap((operation) => undescribed(document, operation))).toEqual([]);
});
