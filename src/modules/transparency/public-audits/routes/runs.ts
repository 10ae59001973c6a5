import { type Operation, readOperation } from "../../../../http/operation.ts";
import { AUDIT_ERRORS } from "../../audits/runs/index.ts";
import { RunsDocument, RunsQuery, readRuns } from "../documents/runs.ts";
import { readSummary, SummaryDocument, SummaryQuery } from "../documents/summary.ts";
import { readTrend, TrendDocument, TrendQuery } from "../documents/trend.ts";
import { AUDITS_PATH } from "../paths.ts";
import type { TopAnomalies } from "../rows/top-anomalies.ts";
import type { AuditSource } from "../source.ts";
import { documentAnswer, TRANSPARENCY } from "./answer.ts";

/** Runs, the summary of one run, and the trend. */
export function runRoutes(source: AuditSource, top: TopAnomalies): Operation[] {
  return [
    readOperation({
      ...TRANSPARENCY,
      id: "getAuditSummary",
      path: `${AUDITS_PATH}/summary.json`,
      summary: "Read the summary of an audit run",
      description:
        "Number of anomalies by severity and type, and the worst transactions. Before the first run the figures are null.",
      query: SummaryQuery,
      response: SummaryDocument,
      errors: [AUDIT_ERRORS.run_not_found],
      read: async ({ query }) => documentAnswer(source, await readSummary(source, top, query)),
    }),
    readOperation({
      ...TRANSPARENCY,
      id: "listAuditRuns",
      path: `${AUDITS_PATH}/runs.json`,
      summary: "List audit runs",
      outcome: "The audit runs, newest first.",
      description:
        "A run applies every detector to the token's movements in a time window. A daily run audits the previous day. Each complete run is an entry in the signed log, which proves that its rows were not edited afterwards.",
      query: RunsQuery,
      response: RunsDocument,
      errors: [AUDIT_ERRORS.run_not_found],
      read: ({ query }) => documentAnswer(source, readRuns(source, query)),
    }),
    readOperation({
      ...TRANSPARENCY,
      id: "getAuditTrend",
      path: `${AUDITS_PATH}/trend.json`,
      summary: "Read the trend of anomalies over runs",
      description:
        "One point per complete run up to the selected one. Only rows that match severity, types, signature and min_abs_delta are counted.",
      query: TrendQuery,
      response: TrendDocument,
      errors: [AUDIT_ERRORS.run_not_found],
      read: async ({ query }) => documentAnswer(source, await readTrend(source, query)),
    }),
  ];
}
