import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";
import type { JsonSchema, OpenApiDocument } from "../../../src/modules/developers/openapi/openapi.ts";

/** Formats defined by JSON Schema; strict mode rejects all others. */
const FORMATS = ["date-time", "date", "uri", "uri-reference", "email", "ipv4", "ipv6", "uuid"];

/**
 * Compiles JSON Schemas with an independent validator that rejects unknown keywords and formats, like a partner's tools.
 * References to the document's components are resolved. Equal schemas are compiled once.
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
  const compiled = new Map<string, ValidateFunction>();
  return (schema) => {
    const text = rebased(schema);
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object);
    compiled.set(text, validate);
    return validate;
  };
}

/** The text of a schema, in which `#/components/…` refers to the document. */
function rebased(schema: JsonSchema): string {
  return JSON.stringify(schema).replaceAll('"#/components/', '"https://document.invalid/#/components/');
}
