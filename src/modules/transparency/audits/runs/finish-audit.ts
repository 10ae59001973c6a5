import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../../../db/database.ts";
import { jsonColumn } from "../../../../db/json-column.ts";
import type { Actor } from "../../../../http/operation.ts";
import { recordAudit } from "../../../platform/audit/index.ts";
import type { AnomalyType, Severity } from "../detectors/index.ts";
import { isFullySynced } from "./coverage.ts";
import { Anomaly, type Coverage, type Overall } from "./model.ts";
import { finishRun, listStaged, publishRow } from "./store-run.ts";

const STAGED_ROW = jsonColumn("audit_staged_rows.row", Anomaly);

/**
 * Few rows per commit, then a flush of their pages and a pause: a row changes pages all over the indexes, and otherwise
 * the next durable change waits until all of them are on the disk.
 */
const ROWS_PER_COMMIT = { min: 5, max: 25 };
const PAUSE_MS = 2;
/** These take about 10 s; runs with more rows than they hold use larger commits. */
const MAX_COMMITS = 2_000;
/** A commit that takes longer is shared with other changes. These flush anyway, and a few more rows add little to it. */
const SHARED_COMMIT_MS = 5;

function rowsPerCommit(rows: number, lastCommitMs: number): number {
  const { min, max } = ROWS_PER_COMMIT;
  if (lastCommitMs > SHARED_COMMIT_MS) return max;
  return Math.min(max, Math.max(min, Math.ceil(rows / MAX_COMMITS)));
}

interface FinishOptions {
  actor: Actor;
  run: string;
  /** Number of staged rows. */
  stagedRows: number;
  coverage: Coverage;
  signal: AbortSignal;
}

/**
 * Moves a run's staged rows to their published positions, stores their totals and publishes the run. @throws the
 * signal's reason
 */
export async function finishAudit(
  live: Database,
  { actor, run, stagedRows, coverage, signal }: FinishOptions,
): Promise<void> {
  const totals = new RunTotals();
  let lastCommitMs = 0;
  while (true) {
    const staged = listStaged(live.read, run, rowsPerCommit(stagedRows, lastCommitMs));
    if (staged.length === 0) break;
    const rows = staged.map((each) => ({ staged: each, row: STAGED_ROW.read(each.row) }));
    const from = totals.rows;
    const startedAt = performance.now();
    await live.writer.run((tx) => {
      for (const [index, each] of rows.entries()) publishRow(tx, { run, position: from + index, ...each });
    }, "lasting");
    lastCommitMs = performance.now() - startedAt;
    for (const each of rows) totals.add(each.staged.row, each.row);
    signal.throwIfAborted();
    await live.syncWal();
    await pause(PAUSE_MS);
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
  await live.writer.run((tx) => {
    finishRun(tx, run, result);
    const { rowsTotal, severityCounts, rowsSha256 } = result;
    const details = {
      complete: isComplete,
      anomalies: rowsTotal,
      ...severityCounts,
      rows_sha256: rowsSha256,
    };
    recordAudit(tx, actor, { action: "audit.run", subject: `audit:${run}`, details });
  });
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
