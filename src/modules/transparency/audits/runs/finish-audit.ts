import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../../../db/database.ts";
import type { AnomalyType, Severity } from "../detectors/index.ts";
import { isWhole } from "./coverage.ts";
import type { Anomaly, Coverage, Overall } from "./model.ts";
import { finishRun, listStaged, placeRow } from "./store-run.ts";

/**
 * Few rows a commit, then their pages go to the disk, then a pause: a row changes pages all over the indexes, and otherwise
 * the next durable change waits until all of them are on the disk.
 */
const ROWS_A_COMMIT = { least: 5, most: 25 };
const PAUSE_MS = 2;
/** They take some 10 s: for more rows than they hold, each has more of them. */
const MOST_COMMITS = 2_000;

function rowsPerCommit(rows: number): number {
  const { least, most } = ROWS_A_COMMIT;
  return Math.min(most, Math.max(least, Math.ceil(rows / MOST_COMMITS)));
}

/** Puts a run's rows into their order, adds them up, and ends the run. @throws the signal's reason */
export async function finishAudit(
  live: Database,
  { run, staged: stagedRows, coverage }: { run: string; staged: number; coverage: Coverage },
  signal: AbortSignal,
): Promise<void> {
  const limit = rowsPerCommit(stagedRows);
  const hash = createHash("sha256");
  const severityCounts: Record<Severity, number> = { info: 0, warn: 0, bad: 0 };
  const typeCounts: Partial<Record<AnomalyType, number>> = {};
  let [position, signatures] = [0, 0];
  let last: string | null = null;
  while (true) {
    const staged = listStaged(live.read, run, limit);
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
    signal.throwIfAborted();
    await live.syncWal();
    await pause(PAUSE_MS);
  }
  const isComplete = isWhole(coverage);
  const ending = {
    isComplete,
    coverage,
    rowsTotal: position,
    signaturesWithAnomalies: signatures,
    severityCounts,
    typeCounts: inOrder(typeCounts),
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

function inOrder(counts: Partial<Record<AnomalyType, number>>): Partial<Record<AnomalyType, number>> {
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}
