import { Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { streamBytes } from "../../../http/answers/stream.ts";
import { dayWindow, WindowQuery } from "../../../http/input/window.ts";
import type { Operation } from "../../../http/operation.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { csvRow } from "../../../kit/formats/csv.ts";
import { type ExportParts, exportOperation } from "../../platform/exports/index.ts";
import { iterateAlerts } from "../alerts/index.ts";
import { streamZip } from "./archive.ts";
import { MONITOR_PATH, MonitorExport, RUN_COLUMNS } from "./model.ts";
import type { Rule } from "./rules.ts";
import { iterateRuns, type Run } from "./store.ts";

interface MonitorExportParts extends ExportParts {
  alertRules: readonly Rule[];
}

const ABOUT = `The alerts monitor of salute.

rules.json   the rules in force, in the form of ALERT_RULES_FILE
runs.jsonl   one run per line, newest first, with the value and state of each rule
alerts.csv   alerts sent to operators, newest first`;

/** Exports of rules, runs and alerts (contract section 17). */
export function monitorExports(parts: MonitorExportParts): Operation[] {
  return [...runExports(parts), archiveExport(parts)];
}

const QUERY = Type.Object(WindowQuery);

/** Runs as JSON and as CSV. */
function runExports(parts: MonitorExportParts): Operation[] {
  const { live, alertRules } = parts;
  const runsFrom = (from: number) => iterateRuns(live.read, from);
  return [
    exportOperation(parts, {
      id: "exportAlertsMonitor",
      path: `${MONITOR_PATH}/export.json`,
      summary: "Export the rules and runs of the alerts monitor",
      query: QUERY,
      response: MonitorExport,
      read: ({ query: filter, now }) => {
        const { days, from } = dayWindow(filter, now);
        return { head: { days, rules: alertRules }, list: "runs", columns: [], rows: views(runsFrom(from)) };
      },
    }),
    exportOperation(parts, {
      id: "exportAlertsMonitorRuns",
      path: `${MONITOR_PATH}/runs/export`,
      summary: "Export the runs of the alerts monitor as CSV",
      query: QUERY,
      response: { mediaType: "text/csv", description: "One row per run and rule, newest run first." },
      read: ({ query: filter, now }) => ({
        list: "runs",
        columns: RUN_COLUMNS,
        rows: runRows(runsFrom(dayWindow(filter, now).from)),
      }),
    }),
  ];
}

function archiveExport(parts: MonitorExportParts): Operation {
  const { live, alertRules } = parts;
  return exportOperation(parts, {
    id: "exportAlertsMonitorArchive",
    path: `${MONITOR_PATH}/export.zip`,
    summary: "Export rules, runs and alerts as a ZIP archive",
    query: QUERY,
    response: {
      mediaType: "application/zip",
      description: "rules.json, runs.jsonl, alerts.csv, and README.txt with their SHA-256 sums.",
    },
    read: ({ query: filter, now }) => {
      const { from } = dayWindow(filter, now);
      let rows = 0;
      const counted = function* (lines: Iterable<string>): Generator<string, void> {
        for (const line of lines) {
          rows++;
          yield line;
        }
      };
      const rulesText = `${JSON.stringify({ rules: alertRules }, null, 2)}\n`;
      const files = [
        { name: "rules.json", chunks: [rulesText] },
        { name: "runs.jsonl", chunks: counted(runLines(iterateRuns(live.read, from))) },
        { name: "alerts.csv", chunks: alertLines(live.read, from, counted) },
      ];
      const name = `salute-alerts-${isoUtc(now).slice(0, 10)}.zip`;
      const headers = { "content-disposition": `attachment; filename="${name}"` };
      const content = streamBytes(streamZip(files, ABOUT, now), "application/zip", headers);
      return { content, rows: () => rows };
    },
  });
}

function* views(runs: Iterable<Run>) {
  for (const { id, at, rules } of runs) yield { id, at: isoUtc(at), rules };
}

function* runRows(runs: Iterable<Run>) {
  for (const { id, at, rules } of runs)
    for (const rule of rules) yield { run_id: id, at: isoUtc(at), ...rule };
}

function* runLines(runs: Iterable<Run>): Generator<string, void> {
  for (const view of views(runs)) yield `${JSON.stringify(view)}\n`;
}

function* alertLines(
  sql: Sql,
  from: number,
  counted: (lines: Iterable<string>) => Iterable<string>,
): Generator<string, void> {
  yield csvRow(["id", "at", "type", "contact", "title", "webhook", "webhook_error"]);
  yield* counted(alertRows(sql, from));
}

function* alertRows(sql: Sql, from: number): Generator<string, void> {
  for (const { uid, created_at, type, contact, title, state, last_error } of iterateAlerts(sql, from))
    yield csvRow([uid, isoUtc(created_at), type, contact, title, state, last_error]);
}
