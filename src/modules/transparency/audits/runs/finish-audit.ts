import { createHash } from "node:crypto";
import type { Database } from "../../../../db/database.ts";
import type { AnomalyType, Severity } from "../detectors/index.ts";
import { isFullySynced } from "./coverage.ts";
import type { Anomaly, Coverage, Overall } from "./model.ts";
import { finishRun, listStaged, publishRow } from "./store-run.ts";

/** A commit of this many rows occupies the writer for about a millisecond. */
const ROWS_PER_COMMIT = 20;

interface FinishOptions {
  run: string;
  coverage: Coverage;
  /** Lets other work proceed between commits. */
  pause: () => Promise<void>;
}

/** Moves a run's staged rows to their published positions, stores their totals and publishes the run. */
export async function finishAudit(live: Database, { run, coverage, pause }: FinishOptions): Promise<void> {
  const totals = new RunTotals();
  while (true) {
    const staged = listStaged(live.read, run, ROWS_PER_COMMIT);
    if (staged.length === 0) break;
    const rows = staged.map((each) => ({ staged: each, row: JSON.parse(each.row) as Anomaly }));
    const from = totals.rows;
    await live.writer.run((tx) => {
      for (const [index, each] of rows.entries()) publishRow(tx, { run, position: from + index, ...each });
    }, "lasting");
    for (const each of rows) totals.add(each.staged.row, each.row);
    await pause();
  }
  const isComplete = isFullySynced(coverage);
  const result = {
    isComplete,
    coverage,
    rowsTotal: totals.rows,
    signaturesWithAnomalies: totals.signatures,
    severityCounts: totals.severityCounts,
    typeCounts: sortByType(totals.typeCounts),
    overall: overallOf(isComplete, totals.severityCounts),
    rowsSha256: totals.sha256(),
  };
  await live.writer.run((tx) => finishRun(tx, run, result));
}

/** Counts and hashes a run's rows. Rows must be added in the published order. */
class RunTotals {
  rows = 0;
  signatures = 0;
  readonly severityCounts: Record<Severity, number> = { info: 0, warn: 0, bad: 0 };
  readonly typeCounts: Partial<Record<AnomalyType, number>> = {};
  readonly #hash = createHash("sha256");
  #lastSignature: string | null = null;

  add(text: string, { signature, severity, anomaly_type }: Anomaly): void {
    this.rows++;
    this.#hash.update(`${text}\n`);
    this.severityCounts[severity]++;
    this.typeCounts[anomaly_type] = (this.typeCounts[anomaly_type] ?? 0) + 1;
    // The rows of a transaction are adjacent.
    if (signature !== null && signature !== this.#lastSignature) this.signatures++;
    this.#lastSignature = signature;
  }

  sha256(): string {
    return this.#hash.digest("hex");
  }
}

function overallOf(isComplete: boolean, { warn, bad }: Record<Severity, number>): Overall {
  if (!isComplete) return "other";
  if (bad > 0) return "bad";
  return warn > 0 ? "warn" : "ok";
}

function sortByType(counts: Partial<Record<AnomalyType, number>>): Partial<Record<AnomalyType, number>> {
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}
