import { Type } from "@sinclair/typebox";
import { RowCount } from "../../../http/input/list-shapes.ts";

export const SchemaRegistryDocument = Type.Object({
  count: RowCount,
  schemas: Type.Array(
    Type.Object({
      name: Type.String({ description: "The name.", examples: ["audit-anomalies/summary"] }),
      path: Type.String({
        description: "Path template.",
        examples: ["/transparency/audit-anomalies/summary.json"],
      }),
      version: Type.String({
        pattern: "^[0-9]+$",
        description: "Incremented if a field is removed or changes its meaning; new fields do not change it.",
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
