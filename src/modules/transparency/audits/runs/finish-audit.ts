import { createHash } from "node:crypto";
import type { Database } from "../../../../db/database.ts";
import type { AnomalyType, Severity } from "../detectors/index.ts";
import { isFullySynced } from "./coverage.ts";
import type { Anomaly, Coverage, Overall } from "./model.ts";
import { finishRun, listStaged, placeRow } from "./store-run.ts";

/** Rows a commit: it holds the writer for a millisecond. */
const ROWS_PER_COMMIT = 20;

/** Puts a run's rows into their order, adds them up, and ends the run. */
export async function finishAudit(
  live: Database,
  run: string,
  coverage: Coverage,
  pause: () => Promise<void>,
): Promise<void> {
  const hash = createHash("sha256");
  const severityCounts: Record<Severity, number> = { info: 0, warn: 0, bad: 0 };
  const typeCounts: Partial<Record<AnomalyType, number>> = {};
  let [position, signatures] = [0, 0];
  let last: string | null = null;
  while (true) {
    const staged = listStaged(live.read, run, ROWS_PER_COMMIT);
    if (staged.length === 0) break;
    const rows = staged.map((each) => ({ staged: each, row: JSON.parse(each.row) as Anomaly }));
    const from = position;
    await live.writer.run((tx) => {
      for (const [index, each] of rows.entries()) placeRow(tx, run, from + index, each.staged, each.row);
    }, "lasting");
    for (const { staged: each, row } of rows) {
      hash.update(`${each.row}\n`);
      severityCounts[row.severity]++;
      typeCounts[row.anomaly_type] = (typeCounts[row.anomaly_type] ?? 0) + 1;
      // A transaction's rows stand together.
      if (row.signature !== null && row.signature !== last) signatures++;
      last = row.signature;
    }
    position += rows.length;
    await pause();
  }
  const isComplete = isFullySynced(coverage);
  const ending = {
    isComplete,
    coverage,
    rowsTotal: position,
    signaturesWithAnomalies: signatures,
    severityCounts,
    typeCounts: sortByType(typeCounts),
    overall: overallOf(isComplete, severityCounts),
    rowsSha256: hash.digest("hex"),
  };
  await live.writer.run((tx) => finishRun(tx, run, ending));
}

function overallOf(isComplete: boolean, { warn, bad }: Record<Severity, number>): Overall {
  if (!isComplete) return "other";
  if (bad > 0) return "bad";
  return warn > 0 ? "warn" : "ok";
}

function sortByType(counts: Partial<Record<AnomalyType, number>>): Partial<Record<AnomalyType, number>> {
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}
