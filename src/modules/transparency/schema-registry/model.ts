import { Type } from "@sinclair/typebox";
import { RowCount } from "../../../http/input/list-shapes.ts";

export const SchemaRegistryDocument = Type.Object({
  count: RowCount,
  schemas: Type.Array(
    Type.Object({
      name: Type.String({
        description: "Name of the document that the schema describes.",
        examples: ["audit-anomalies/summary"],
      }),
      path: Type.String({
        description: "Path template of the document.",
        examples: ["/transparency/audit-anomalies/summary.json"],
      }),
      version: Type.String({
        pattern: "^[0-9]+$",
        description:
          "Version of the schema, incremented if a field is removed or changes its meaning; new fields do not change it.",
        examples: ["1"],
      }),
      sha256: Type.String({
        pattern: "^[0-9a-f]{64}$",
        description: "SHA-256 of the schema in RFC 8785 form.",
      }),
      schema: Type.Object(
        {},
        { additionalProperties: true, description: "JSON Schema 2020-12 of the response without meta." },
      ),
    }),
    { description: "All public JSON documents of audits, trust and concentration, sorted by path." },
  ),
});
