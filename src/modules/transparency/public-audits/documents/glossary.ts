import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../../db/sql.ts";
import { DETECTORS } from "../../audits/detectors/index.ts";
import { lastThresholdChangeAt, readThresholds } from "../../audits/policy/index.ts";
import type { AuditSource, Document } from "../source.ts";
import { TypeShape } from "./shapes.ts";

const Entry = Type.Object({
  type: TypeShape,
  description: Type.String({ description: "What makes the detector fire." }),
  severity: Type.String({
    description: "The severities that its rows can have, mildest first, separated by commas.",
    examples: ["warn, bad"],
  }),
  thresholds: Type.Array(
    Type.Object({
      name: Type.String({ examples: ["audit.large_transfer_warn_pct"] }),
      value: Type.Number({ description: "The one in force.", examples: [1] }),
      meaning: Type.String(),
    }),
  ),
});

export type GlossaryEntry = Static<typeof Entry>;

export const GlossaryDocument = Type.Object({
  count: Type.Integer(),
  glossary: Type.Array(Entry, { description: "Every anomaly type, by name." }),
});

/** Every anomaly type, by name, with its thresholds in force. */
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
