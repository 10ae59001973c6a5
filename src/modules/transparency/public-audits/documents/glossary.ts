import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../../db/sql.ts";
import { RowCount } from "../../../../http/input/list-shapes.ts";
import { DETECTORS } from "../../audits/detectors/index.ts";
import { lastThresholdChangeAt, readThresholds } from "../../audits/policy/index.ts";
import type { AuditSource, Document } from "../source.ts";
import { TypeShape } from "./shapes.ts";

const Entry = Type.Object({
  type: TypeShape,
  description: Type.String({ description: "Condition under which the detector fires." }),
  severity: Type.String({
    description: "Possible severities of its rows, mildest first, separated by commas.",
    examples: ["warn, bad"],
  }),
  thresholds: Type.Array(
    Type.Object({
      name: Type.String({
        description: "Name of the threshold, as operators change it.",
        examples: ["audit.large_transfer_warn_pct"],
      }),
      value: Type.Number({ description: "Value of the threshold in force.", examples: [1] }),
      meaning: Type.String({ description: "Meaning of the threshold, with its unit." }),
    }),
    { description: "Thresholds that the detector applies." },
  ),
});

export type GlossaryEntry = Static<typeof Entry>;

export const GlossaryDocument = Type.Object({
  count: RowCount,
  glossary: Type.Array(Entry, { description: "All anomaly types, sorted by name." }),
});

/** All anomaly types, sorted by name, with their thresholds in force. */
export function readGlossary(sql: Sql): GlossaryEntry[] {
  const inForce = readThresholds(sql);
  return DETECTORS.map(({ type, description, severities, thresholds }) => ({
    type,
    description,
    severity: severities.join(", "),
    thresholds: thresholds.map(({ name, meaning, default: fallback }) => ({
      name,
      value: inForce.get(name) ?? fallback,
      meaning,
    })),
  })).sort((a, b) => (a.type < b.type ? -1 : 1));
}

export function glossaryDocument({
  live,
  startedAt,
}: AuditSource): Document<Static<typeof GlossaryDocument>> {
  const glossary = readGlossary(live.read);
  return {
    body: { count: glossary.length, glossary },
    changedAt: Math.max(startedAt, lastThresholdChangeAt(live.read) ?? 0),
  };
}
