import { type Operation, readOperation } from "../../../../http/operation.ts";
import { setChainMode } from "../../../platform/chain-access/index.ts";
import { AUDIT_ERRORS } from "../../audits/runs/index.ts";
import { EXPORT_COLUMNS, ExportDocument, ExportQuery, exportCsv, exportJson } from "../documents/export.ts";
import { AUDITS_PATH } from "../paths.ts";
import { resolveRun, selectRuns } from "../selectors.ts";
import type { AuditSource } from "../source.ts";
import { csvResponse, exportAnswer, TRANSPARENCY, TRANSPARENCY_CSV } from "./answer.ts";

const EXAMPLE_ROW =
  '3f9c1b7a5d2e4860,20261121T011000Z,5VERv8NM…,312,2026-11-20T10:00:00.000Z,large_transfer,warn,9xQe…,-125000.5,125000.5,"{""share_of_supply_pct"":""1.25""}"';

/** Streams of all rows of a run, in constant memory. */
export function exportRoutes(source: AuditSource): Operation[] {
  const find = (selector: string) => resolveRun(selectRuns(source.live.read, source.token), selector);
  const shared = { query: ExportQuery, errors: [AUDIT_ERRORS.run_not_found] } as const;
  return [
    readOperation({
      ...TRANSPARENCY_CSV,
      ...shared,
      id: "exportAuditAnomaliesCsv",
      path: `${AUDITS_PATH}/export`,
      summary: "Stream the rows of an audit run as CSV",
      response: csvResponse("one row per anomaly, in the order of the JSON.", EXPORT_COLUMNS, EXAMPLE_ROW),
      read: ({ query: { run: selector, ...parameters }, responseHeaders }) => {
        const run = find(selector);
        setChainMode(responseHeaders, source.token);
        return exportAnswer(source, {
          run,
          parameters: ["csv", parameters],
          chunks: () => exportCsv(source, { run, parameters }),
        });
      },
    }),
    readOperation({
      ...TRANSPARENCY,
      ...shared,
      id: "exportAuditAnomalies",
      path: `${AUDITS_PATH}/export.json`,
      summary: "Stream the rows of an audit run",
      outcome: "The rows of the run that pass the filters.",
      description:
        "All parameters except run filter the rows. To verify a run, export all of its rows, serialize each without `run` as RFC 8785 followed by LF, and compare the SHA-256 with rows_sha256 in runs.json and in the signed log.",
      response: ExportDocument,
      read: ({ query: { run: selector, ...parameters } }) => {
        const run = find(selector);
        return exportAnswer(source, {
          run,
          parameters: ["json", parameters],
          chunks: (meta) => exportJson(source, { run, parameters }, meta),
        });
      },
    }),
  ];
}
