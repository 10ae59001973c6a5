import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";
import type { JsonSchema, OpenApiDocument } from "../../../src/modules/developers/openapi/openapi.ts";

/** Formats defined by JSON Schema; strict mode rejects all others. */
const FORMATS = ["date-time", "date", "uri", "uri-reference", "email", "ipv4", "ipv6", "uuid"];

/**
 * Compiles JSON Schemas with an independent validator that rejects unknown keywords and formats, like a partner's tools.
 * References to the document's components are resolved.
 */
export function createSchemaCompiler(document?: OpenApiDocument): (schema: JsonSchema) => ValidateFunction {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allErrors: true,
    formats: Object.fromEntries(FORMATS.map((name) => [name, true])),
  });
  if (document !== undefined) {
    ajv.addVocabulary(["components"]);
    ajv.addSchema({ $id: "https://document.invalid/", components: document.components });
  }
  return (schema) => ajv.compile(rebase(schema) as object);
}

/** Rewrites `#/components/…` to refer to the document. */
function rebase(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value).replaceAll('"#/components/', '"https://document.invalid/#/components/'),
  );
}
