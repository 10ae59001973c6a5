import { type Operation, readOperation } from "../../../../http/operation.ts";
import { GlossaryDocument, glossaryDocument } from "../documents/glossary.ts";
import {
  ThresholdHistoryDocument,
  ThresholdHistoryQuery,
  thresholdHistory,
} from "../documents/threshold-history.ts";
import { TriageDocument, TriageQuery, triageDocument } from "../documents/triage.ts";
import { AUDITS_PATH } from "../paths.ts";
import type { AuditSource } from "../source.ts";
import { documentAnswer, TRANSPARENCY } from "./answer.ts";

/** Glossary, threshold history and triage. */
export function explanationRoutes(source: AuditSource): Operation[] {
  return [
    readOperation({
      ...TRANSPARENCY,
      id: "getAuditGlossary",
      path: `${AUDITS_PATH}/glossary.json`,
      summary: "Read the glossary of anomaly types",
      response: GlossaryDocument,
      read: () => documentAnswer(source, glossaryDocument(source)),
    }),
    readOperation({
      ...TRANSPARENCY,
      id: "listAuditThresholdChanges",
      path: `${AUDITS_PATH}/threshold-history.json`,
      summary: "List threshold changes",
      description: "The history is append-only. Each run also records the thresholds it used.",
      query: ThresholdHistoryQuery,
      response: ThresholdHistoryDocument,
      read: ({ query }) => documentAnswer(source, thresholdHistory(source, query)),
    }),
    readOperation({
      ...TRANSPARENCY,
      id: "listAuditTriage",
      path: `${AUDITS_PATH}/triage.json`,
      summary: "List the team's triage of anomalies",
      query: TriageQuery,
      response: TriageDocument,
      read: ({ query }) => documentAnswer(source, triageDocument(source, query)),
    }),
  ];
}
