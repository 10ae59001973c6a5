import { type Operation, readOperation } from "../../../../http/operation.ts";
import { AUDIT_ERRORS } from "../../audits/runs/index.ts";
import {
  ALERT_COLUMNS,
  AlertsCsvQuery,
  AlertsDocument,
  AlertsQuery,
  alertRows,
  alertsDocument,
  evaluateAlerts,
} from "../documents/alerts.ts";
import {
  COMPARE_COLUMNS,
  CompareDocument,
  CompareQuery,
  changedAt,
  compareDocument,
  compareRuns,
  compareWithBaseline,
  DIFF_EXPORT_COLUMNS,
  DiffExportDocument,
  DiffExportQuery,
  diffCells,
  diffExportDocument,
} from "../documents/diff.ts";
import { AUDITS_PATH } from "../paths.ts";
import type { AuditSource } from "../source.ts";
import { csvAnswer, csvResponse, documentAnswer, TRANSPARENCY, TRANSPARENCY_CSV } from "./answer.ts";

const ERRORS = [AUDIT_ERRORS.run_not_found] as const;
const COMPARES = { ...TRANSPARENCY, errors: ERRORS } as const;
const COMPARES_CSV = { ...TRANSPARENCY_CSV, errors: ERRORS } as const;

/** Alerts and comparisons of two runs. */
export function comparisonRoutes(source: AuditSource): Operation[] {
  return [...alertRoutes(source), ...compareRoutes(source), ...baselineRoutes(source)];
}

function alertRoutes(source: AuditSource): Operation[] {
  return [
    readOperation({
      ...COMPARES,
      id: "getAuditAlerts",
      path: `${AUDITS_PATH}/alerts.json`,
      summary: "Evaluate an audit run against its baseline",
      outcome: "The run's alert level against its baseline.",
      description:
        "An alert fires if the run ended worse than its baseline, or if its anomalies increased by more than a threshold.",
      query: AlertsQuery,
      response: AlertsDocument,
      read: ({ query }) => documentAnswer(source, alertsDocument(source, query)),
    }),
    readOperation({
      ...COMPARES_CSV,
      id: "getAuditAlertsCsv",
      path: `${AUDITS_PATH}/alerts.csv`,
      summary: "Evaluate an audit run against its baseline, as CSV",
      query: AlertsCsvQuery,
      response: csvResponse("one row per metric.", ALERT_COLUMNS, "rows,14,10,4,40,25,false"),
      read: ({ query, responseHeaders }) => {
        const alerts = evaluateAlerts(source, query);
        return csvAnswer(source, {
          columns: ALERT_COLUMNS,
          body: alertRows(alerts),
          changedAt: alerts.evaluatedAt,
          responseHeaders,
        });
      },
    }),
  ];
}

function compareRoutes(source: AuditSource): Operation[] {
  return [
    readOperation({
      ...COMPARES,
      id: "compareAuditRuns",
      path: `${AUDITS_PATH}/diff/compare.json`,
      summary: "Compare two audit runs by type",
      outcome: "The number of rows of both runs by type, with their differences.",
      query: CompareQuery,
      response: CompareDocument,
      read: ({ query }) => documentAnswer(source, compareDocument(source, query)),
    }),
    readOperation({
      ...COMPARES_CSV,
      id: "compareAuditRunsCsv",
      path: `${AUDITS_PATH}/diff/compare.csv`,
      summary: "Compare two audit runs by type, as CSV",
      query: CompareQuery,
      response: csvResponse("one row per type.", COMPARE_COLUMNS, "large_transfer,2,3,1"),
      read: ({ query, responseHeaders }) => {
        const difference = compareRuns(source, query);
        return csvAnswer(source, {
          columns: COMPARE_COLUMNS,
          body: diffCells(difference, query, COMPARE_COLUMNS),
          changedAt: changedAt(difference),
          responseHeaders,
        });
      },
    }),
  ];
}

/** Comparisons of a run with its baseline. */
function baselineRoutes(source: AuditSource): Operation[] {
  return [
    readOperation({
      ...COMPARES,
      id: "exportAuditDiff",
      path: `${AUDITS_PATH}/diff/export.json`,
      summary: "Compare an audit run with its baseline",
      outcome: "The number of rows of the run and its baseline by type, with their differences.",
      description:
        "`latest` counts the run's rows, `selected` those of its baseline: the run pinned by an operator, otherwise the previous complete run. A run selected by id is always compared with the previous complete run.",
      query: DiffExportQuery,
      response: DiffExportDocument,
      read: ({ query }) => documentAnswer(source, diffExportDocument(source, query)),
    }),
    readOperation({
      ...COMPARES_CSV,
      id: "exportAuditDiffCsv",
      path: `${AUDITS_PATH}/diff/export`,
      summary: "Compare an audit run with its baseline, as CSV",
      query: DiffExportQuery,
      response: csvResponse("one row per type.", DIFF_EXPORT_COLUMNS, "large_transfer,2,3,1,50"),
      read: ({ query, responseHeaders }) => {
        const difference = compareWithBaseline(source, query.run);
        return csvAnswer(source, {
          columns: DIFF_EXPORT_COLUMNS,
          body: diffCells(difference, query, DIFF_EXPORT_COLUMNS),
          changedAt: changedAt(difference),
          responseHeaders,
        });
      },
    }),
  ];
}
