import type { Sql } from "../../../db/sql.ts";
import { Cacheable } from "../../../http/answers/answer.ts";
import { streamCsv } from "../../../http/answers/stream-rows.ts";
import { type Operation, operator, readOperation } from "../../../http/operation.ts";
import { type ExportParts, exportOperation } from "../../platform/exports/index.ts";
import {
  Anomalies,
  AnomaliesQuery,
  Delta,
  DeltaQuery,
  DeltaSummary,
  Guards,
  GuardsQuery,
  History,
  HistoryQuery,
  SummaryQuery,
} from "./model.ts";
import { readAnomalies, readDelta, readDeltaSummary, readGuards, readHistory } from "./read.ts";

const PATH = "/admin/ops/preflight-guards";
const READ = { method: "GET", group: "ops", access: operator("viewer") } as const;
const CSV = { mediaType: "text/csv", description: "One row per finding." };
const MAX_AGE_SECONDS = 30;

/** Operator API of the preflight guards: snapshot, comparison, history and anomalies. */
export function preflightRoutes(parts: ExportParts & { startedAt: number }): Operation[] {
  const { read: sql } = parts.live;
  return [...snapshotRoutes(parts), ...deltaRoutes(sql), ...historyRoutes(sql), ...anomalyRoutes(sql)];
}

function snapshotRoutes(parts: ExportParts & { startedAt: number }): Operation[] {
  const { read: sql } = parts.live;
  return [
    readOperation({
      ...READ,
      id: "getPreflightGuards",
      path: `${PATH}.json`,
      summary: "Get the newest snapshot of the preflight guards",
      description: "Taken daily at 00:05 UTC, at each start, and when a value changes.",
      query: GuardsQuery,
      response: Guards,
      validators: true,
      read: ({ query }) => {
        const { body, at } = readGuards(sql, query.include_env_rows === true);
        return new Cacheable(body, at ?? parts.startedAt, MAX_AGE_SECONDS);
      },
    }),
    exportOperation(parts, {
      id: "exportPreflightGuards",
      path: `${PATH}/export.csv`,
      summary: "Export the newest snapshot of the preflight guards as CSV",
      query: GuardsQuery,
      response: CSV,
      read: ({ query }) => ({
        list: "rows",
        columns: ["section", "field", "status", "value", "expected", "message", "since"],
        rows: readGuards(sql, query.include_env_rows === true).body.rows,
      }),
    }),
  ];
}

function deltaRoutes(sql: Sql): Operation[] {
  return [
    readOperation({
      ...READ,
      id: "getPreflightDelta",
      path: `${PATH}/delta.json`,
      summary: "Compare the newest snapshot with the last one of an earlier day",
      outcome: "The findings that differ between the two snapshots.",
      query: DeltaQuery,
      response: Delta,
      read: ({ query, now }) => readDelta(sql, query, now),
    }),
    readOperation({
      ...READ,
      id: "exportPreflightDelta",
      path: `${PATH}/delta.csv`,
      summary: "Export the comparison with an earlier day as CSV",
      query: DeltaQuery,
      response: CSV,
      read: ({ query, now }) =>
        streamCsv(
          [
            "section",
            "field",
            "change",
            "previous_status",
            "previous_value",
            "current_status",
            "current_value",
          ],
          readDelta(sql, query, now).rows.map(({ previous, current, ...row }) => ({
            ...row,
            previous_status: previous?.status ?? null,
            previous_value: previous?.value ?? null,
            current_status: current?.status ?? null,
            current_value: current?.value ?? null,
          })),
        ),
    }),
    readOperation({
      ...READ,
      id: "getPreflightDeltaSummary",
      path: `${PATH}/delta.summary.json`,
      summary: "Count changes since an earlier day by section",
      outcome: "The number of changes since the earlier day, by section.",
      query: SummaryQuery,
      response: DeltaSummary,
      validators: true,
      read: ({ query, now }) => {
        const { body, at } = readDeltaSummary(sql, query, now);
        return new Cacheable(body, at, MAX_AGE_SECONDS);
      },
    }),
  ];
}

function historyRoutes(sql: Sql): Operation[] {
  return [
    readOperation({
      ...READ,
      id: "getPreflightHistory",
      path: `${PATH}/history.json`,
      summary: "Count findings and changes by day",
      outcome: "The number of findings and changes of each day.",
      query: HistoryQuery,
      response: History,
      read: ({ query, now }) => readHistory(sql, query, now),
    }),
    readOperation({
      ...READ,
      id: "exportPreflightHistory",
      path: `${PATH}/history.csv`,
      summary: "Export findings and changes by day as CSV",
      query: HistoryQuery,
      response: CSV,
      read: ({ query, now }) =>
        streamCsv(["day", "snapshots", "changes", "pass", "warn", "fail"], readHistory(sql, query, now).rows),
    }),
  ];
}

function anomalyRoutes(sql: Sql): Operation[] {
  return [
    readOperation({
      ...READ,
      id: "getPreflightAnomalies",
      path: `${PATH}/anomalies.json`,
      summary: "Find days with unusually many changes",
      outcome: "The days with the scores of their changes.",
      query: AnomaliesQuery,
      response: Anomalies,
      read: ({ query, now }) => readAnomalies(sql, query, now),
    }),
    readOperation({
      ...READ,
      id: "exportPreflightAnomalies",
      path: `${PATH}/anomalies.csv`,
      summary: "Export days with their anomaly scores as CSV",
      query: AnomaliesQuery,
      response: CSV,
      read: ({ query, now }) =>
        streamCsv(
          [
            "day",
            "change_count",
            "baseline_mean",
            "baseline_stddev",
            "baseline_points",
            "zscore",
            "is_anomaly",
            "fields",
          ],
          readAnomalies(sql, query, now).rows.map((row) => ({ ...row, fields: row.fields.join(" ") })),
        ),
    }),
  ];
}
