import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";
import type { JsonSchema, OpenApiDocument } from "../../src/modules/developers/openapi/openapi.ts";

/** Formats that JSON Schema itself names: others in a document are ours leaking out, and strict mode refuses them. */
const FORMATS = ["date-time", "date", "uri", "uri-reference", "email", "ipv4", "ipv6", "uuid"];

/**
 * Compiles plain JSON Schemas as a partner's tools would: a validator that is not ours, strict about keywords and formats
 * that it does not know. References into the document's components work.
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

/** Points `#/components/…` at the document, wherever the schema stands. */
function rebase(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value).replaceAll('"#/components/', '"https://document.invalid/#/components/'),
  );
}
