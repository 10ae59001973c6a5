import type { Static } from "@sinclair/typebox";
import { successShape } from "../../../http/documented.ts";
import type { Operation } from "../../../http/operation.ts";
import { INLINE, type JsonSchema, plainSchema } from "../../../http/schema/plain-schema.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { canonicalJson } from "../../../kit/formats/canonical-json.ts";
import type { SchemaRegistryDocument } from "./model.ts";

/** Increment if a document loses a field or a field changes its meaning. */
const VERSION = "1";

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/** Schemas of the operations' JSON responses, sorted by path. */
export function buildRegistry(operations: readonly Operation[]): Static<typeof SchemaRegistryDocument> {
  const schemas = operations
    .flatMap((operation) => {
      const schema = schemaOf(operation);
      if (schema === null) return [];
      const { path } = operation;
      const name = path.replace(/^\/transparency\//, "").replace(/\.json$/, "");
      return { name, path, version: VERSION, sha256: sha256Hex(canonicalJson(schema)), schema };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return { count: schemas.length, schemas };
}

/** Null if the response is not JSON. `meta` is omitted, since it is present only on request. */
function schemaOf(operation: Operation): JsonSchema | null {
  const shape = successShape(operation);
  if (shape === null) return null;
  const { meta: _, ...properties } = shape.properties;
  const { type, ...schema } = plainSchema({ ...shape, properties }, "response", INLINE);
  return { $schema: DIALECT, title: operation.summary, type, ...schema };
}
