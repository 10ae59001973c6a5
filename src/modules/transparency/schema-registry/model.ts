import { Type } from "@sinclair/typebox";

export const SchemaRegistryDocument = Type.Object({
  count: Type.Integer(),
  schemas: Type.Array(
    Type.Object({
      name: Type.String({ examples: ["audit-anomalies/summary"] }),
      path: Type.String({ examples: ["/transparency/audit-anomalies/summary.json"] }),
      version: Type.String({
        pattern: "^[0-9]+$",
        description: "Rises where a field goes or changes its meaning; new fields leave it as it is.",
        examples: ["1"],
      }),
      sha256: Type.String({ pattern: "^[0-9a-f]{64}$", description: "Of the schema as RFC 8785." }),
      schema: Type.Object(
        {},
        { additionalProperties: true, description: "JSON Schema 2020-12 of the answer without meta." },
      ),
    }),
    { description: "Every public JSON document of the audits, trust and concentration, by path." },
  ),
});
