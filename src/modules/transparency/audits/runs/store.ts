import type { RowOf } from "../../../../db/row.ts";
import type { Sql, SqlValue, Tx } from "../../../../db/sql.ts";
import type { auditBaseline, auditRows, auditRuns } from "../../../../db/tables/audits.ts";
import { isoUtcOrNull } from "../../../../kit/clock.ts";
import { parseDecimal } from "../../../../kit/money.ts";
import type { AnomalyType, Severity } from "../detectors/index.ts";
import type { Anomaly, AuditRun, Coverage, RowFilter } from "./model.ts";
import type { Window } from "./window.ts";

interface RunRow extends RowOf<typeof auditRuns> {
  finished_at: number;
}

const SELECT_FINISHED = "SELECT * FROM audit_runs WHERE token_id = ? AND finished_at IS NOT NULL";

/** Finished runs, newest first. */
export function listRuns(sql: Sql, tokenId: number, limit: number): AuditRun[] {
  return sql.all<RunRow>(`${SELECT_FINISHED} ORDER BY run DESC LIMIT ?`, tokenId, limit).map(runOf);
}

/** The finished run with this id; null if there is none. */
export function findRun(sql: Sql, tokenId: number, run: string): AuditRun | null {
  const row = sql.get<RunRow>(`${SELECT_FINISHED} AND run = ?`, tokenId, run);
  return row === null ? null : runOf(row);
}

/** The run selected by `latest`: the newest complete daily run, otherwise the newest complete run. */
export function findLatestComplete(sql: Sql, tokenId: number): AuditRun | null {
  const row = sql.get<RunRow>(
    `${SELECT_FINISHED} AND is_complete = 1 ORDER BY is_daily DESC, run DESC LIMIT 1`,
    tokenId,
  );
  return row === null ? null : runOf(row);
}

/** The complete run with the next smaller id. */
export function findCompleteBefore(sql: Sql, tokenId: number, run: string): AuditRun | null {
  const row = sql.get<RunRow>(
    `${SELECT_FINISHED} AND is_complete = 1 AND run < ? ORDER BY run DESC LIMIT 1`,
    tokenId,
    run,
  );
  return row === null ? null : runOf(row);
}

export function countCompleteRuns(sql: Sql, tokenId: number): number {
  return (
    sql.get<{ count: number }>(
      "SELECT count(*) AS count FROM audit_runs WHERE token_id = ? AND finished_at IS NOT NULL AND is_complete = 1",
      tokenId,
    )?.count ?? 0
  );
}

/** The newest run with exactly this window, preferring complete runs; null if there is none. */
export function findRunOfWindow(sql: Sql, tokenId: number, window: Window): AuditRun | null {
  const row = sql.get<RunRow>(
    `${SELECT_FINISHED} AND from_at = ? AND to_at = ? ORDER BY is_complete DESC, run DESC LIMIT 1`,
    tokenId,
    window.from,
    window.to,
  );
  return row === null ? null : runOf(row);
}

/** The end of the newest window that a complete run covers; null where none is complete. */
export function findAuditedUntil(sql: Sql, tokenId: number): number | null {
  const found = sql.get<{ until: number | null }>(
    `SELECT max(to_at) AS until FROM audit_runs WHERE token_id = ? AND is_complete = 1 AND finished_at IS NOT NULL`,
    tokenId,
  );
  return found?.until ?? null;
}

/** Start of the earliest daily window in Unix milliseconds; null before the first daily run. */
export function findFirstDaily(sql: Sql, tokenId: number): number | null {
  const found = sql.get<{ first: number | null }>(
    "SELECT min(from_at) AS first FROM audit_runs WHERE token_id = ? AND is_daily = 1 AND finished_at IS NOT NULL",
    tokenId,
  );
  return found?.first ?? null;
}

/** The run pinned by an operator; null if none is. */
export function findBaseline(sql: Sql, tokenId: number): AuditRun | null {
  const pinned = sql.get<Pick<RowOf<typeof auditBaseline>, "run">>(
    "SELECT run FROM audit_baseline WHERE token_id = ?",
    tokenId,
  );
  return pinned === null ? null : findRun(sql, tokenId, pinned.run);
}

export function saveBaseline(tx: Tx, tokenId: number, run: string | null): void {
  if (run === null) {
    tx.run("DELETE FROM audit_baseline WHERE token_id = ?", tokenId);
    return;
  }
  tx.run(
    "INSERT INTO audit_baseline (token_id, run) VALUES (?, ?) ON CONFLICT (token_id) DO UPDATE SET run = excluded.run",
    tokenId,
    run,
  );
}

type StoredRow = Omit<Anomaly, "block_time" | "details"> &
  Pick<RowOf<typeof auditRows>, "position" | "block_time" | "details">;

/** Reading this many rows blocks the event loop for a few milliseconds. */
const ROWS_PER_READ = 1_000;

interface RowRange {
  filter: RowFilter;
  /** First position to read. */
  from?: number;
  limit?: number;
}

/** Matching rows in the published order. `next` is the position to continue from; null at the end. */
export function readRows(
  sql: Sql,
  run: string,
  { filter, from = 0, limit = ROWS_PER_READ }: RowRange,
): { rows: Anomaly[]; next: number | null } {
  const { where, values } = conditionsOf(filter);
  const found = sql.all<StoredRow>(
    `SELECT position, row_id, signature, slot, block_time, anomaly_type, severity, wallet, delta, abs_delta, details
       FROM audit_rows WHERE run = ? AND position >= ?${where} ORDER BY position LIMIT ?`,
    run,
    from,
    ...values,
    limit,
  );
  const last = found.at(-1);
  const isEnd = last === undefined || found.length < limit;
  return { rows: found.filter(isAtLeast(filter)).map(anomalyOf), next: isEnd ? null : last.position + 1 };
}

/** Yields all matching rows in the published order, with bounded memory. */
export function* eachRow(sql: Sql, run: string, filter: RowFilter = {}): Generator<Anomaly> {
  for (let from: number | null = 0; from !== null; ) {
    const { rows, next } = readRows(sql, run, { filter, from });
    yield* rows;
    from = next;
  }
}

/** Whether any finished run of the token has rows for this transaction. */
export function hasSignature(sql: Sql, tokenId: number, signature: string): boolean {
  return sql.get(selectRowBy("signature"), signature, tokenId) !== null;
}

/** Whether any finished run of the token has this row. */
export function hasRowId(sql: Sql, tokenId: number, rowId: string): boolean {
  return sql.get(selectRowBy("row_id"), rowId, tokenId) !== null;
}

function selectRowBy(column: "signature" | "row_id"): string {
  return `SELECT 1 FROM audit_rows r JOIN audit_runs USING (run)
       WHERE r.${column} = ? AND token_id = ? AND finished_at IS NOT NULL LIMIT 1`;
}

function conditionsOf(filter: RowFilter): { where: string; values: SqlValue[] } {
  const parts: string[] = [];
  const values: SqlValue[] = [];
  const add = (condition: string, ...parameters: SqlValue[]) => {
    parts.push(` AND ${condition}`);
    values.push(...parameters);
  };
  const { severities, types, signature, wallet } = filter;
  if (severities !== undefined) add(`severity IN (${placeholders(severities)})`, ...severities);
  if (types !== undefined) add(`anomaly_type IN (${placeholders(types)})`, ...types);
  // z is the last base58 character, and { follows it.
  if (signature !== undefined) add("signature >= ? AND signature < ?", signature, `${signature}{`);
  if (wallet !== undefined) add("wallet = ?", wallet);
  return { where: parts.join(""), values };
}

function placeholders(values: readonly string[]): string {
  return values.map(() => "?").join(", ");
}

const MAX_DECIMALS = 30;

function isAtLeast({ minAbsDelta }: RowFilter): (row: StoredRow) => boolean {
  if (minAbsDelta === undefined) return () => true;
  const minimum = parseDecimal(minAbsDelta, MAX_DECIMALS) ?? 0n;
  return ({ abs_delta }) => abs_delta !== null && (parseDecimal(abs_delta, MAX_DECIMALS) ?? 0n) >= minimum;
}

function anomalyOf({ position: _, block_time, details, ...row }: StoredRow): Anomaly {
  return { ...row, block_time: isoUtcOrNull(block_time), details: JSON.parse(details) };
}

function runOf(row: RunRow): AuditRun {
  return {
    run: row.run,
    fromAt: row.from_at,
    toAt: row.to_at,
    label: row.label,
    isDaily: row.is_daily === 1,
    isComplete: row.is_complete === 1,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    policy: JSON.parse(row.policy) as Record<string, number>,
    policyVersion: row.policy_version,
    coverage: JSON.parse(row.coverage) as Coverage,
    rowsTotal: row.rows_total,
    signaturesWithAnomalies: row.signatures_with_anomalies,
    severityCounts: JSON.parse(row.severity_counts) as Record<Severity, number>,
    typeCounts: JSON.parse(row.type_counts) as Partial<Record<AnomalyType, number>>,
    overall: row.overall,
    rowsSha256: row.rows_sha256,
    log: row.log_index === null || row.log_id === null ? null : { logId: row.log_id, index: row.log_index },
  };
}
