import type { RowOf } from "../../../../db/row.ts";
import type { Sql, Tx } from "../../../../db/sql.ts";
import type { auditRuns, auditStagedRows } from "../../../../db/tables/audits.ts";
import { SECOND_MS } from "../../../../kit/clock.ts";
import { canonicalJson } from "../../../../kit/formats/canonical-json.ts";
import type { Anomaly, AuditRun } from "./model.ts";
import { isDaily, labelWindow, runIdAt, type Window } from "./window.ts";

export interface NewRun {
  tokenId: number;
  window: Window;
  policy: ReadonlyMap<string, number>;
  policyVersion: string;
}

/** Inserts an unfinished run. Returns its id: the current second, or the next free one. */
export function reserveRun(tx: Tx, { tokenId, window, policy, policyVersion }: NewRun): string {
  let at = tx.now;
  while (tx.get("SELECT 1 FROM audit_runs WHERE run = ?", runIdAt(at)) !== null) at += SECOND_MS;
  const run = runIdAt(at);
  tx.run(
    `INSERT INTO audit_runs (run, token_id, from_at, to_at, label, is_daily, is_complete, started_at, policy,
         policy_version, coverage, rows_total, signatures_with_anomalies, severity_counts, type_counts, overall,
         rows_sha256)
       VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?, '{}', 0, 0, '{}', '{}', 'other', '')`,
    run,
    tokenId,
    window.from,
    window.to,
    labelWindow(window),
    isDaily(window) ? 1 : 0,
    tx.now,
    JSON.stringify(Object.fromEntries(policy)),
    policyVersion,
  );
  return run;
}

export type StagedRow = Pick<
  RowOf<typeof auditStagedRows>,
  "slot" | "signature" | "anomaly_type" | "wallet" | "row_id" | "row"
>;

/** Stores a row until the run ends. The primary key sorts rows in the published order. */
export function stageRow(tx: Tx, run: string, staged: StagedRow): void {
  tx.run(
    `INSERT INTO audit_staged_rows (run, slot, signature, anomaly_type, wallet, row_id, row)
       VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    run,
    staged.slot,
    staged.signature,
    staged.anomaly_type,
    staged.wallet,
    staged.row_id,
    staged.row,
  );
}

/** The first staged rows in the published order. */
export function listStaged(sql: Sql, run: string, limit: number): StagedRow[] {
  return sql.all<StagedRow>(
    `SELECT slot, signature, anomaly_type, wallet, row_id, row FROM audit_staged_rows WHERE run = ?
       ORDER BY slot, signature, anomaly_type, wallet, row_id LIMIT ?`,
    run,
    limit,
  );
}

interface PublishedRow {
  run: string;
  position: number;
  staged: StagedRow;
  /** The parsed `staged.row`. */
  row: Anomaly;
}

/** Moves a staged row to its position among the run's rows. */
export function publishRow(tx: Tx, { run, position, staged, row }: PublishedRow): void {
  tx.run(
    `INSERT INTO audit_rows (run, position, row_id, signature, slot, block_time, anomaly_type, severity, wallet, delta,
         abs_delta, details)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    run,
    position,
    row.row_id,
    row.signature,
    row.slot,
    row.block_time === null ? null : Date.parse(row.block_time),
    row.anomaly_type,
    row.severity,
    row.wallet,
    row.delta,
    row.abs_delta,
    canonicalJson(row.details),
  );
  tx.run(
    `DELETE FROM audit_staged_rows
       WHERE run = ? AND slot = ? AND signature = ? AND anomaly_type = ? AND wallet = ? AND row_id = ?`,
    run,
    staged.slot,
    staged.signature,
    staged.anomaly_type,
    staged.wallet,
    staged.row_id,
  );
}

export type RunResult = Pick<
  AuditRun,
  | "isComplete"
  | "coverage"
  | "rowsTotal"
  | "signaturesWithAnomalies"
  | "severityCounts"
  | "typeCounts"
  | "overall"
  | "rowsSha256"
>;

/** Stores a run's result and publishes it. */
export function finishRun(tx: Tx, run: string, result: RunResult): void {
  tx.run(
    `UPDATE audit_runs SET finished_at = ?, is_complete = ?, coverage = ?, rows_total = ?,
         signatures_with_anomalies = ?, severity_counts = ?, type_counts = ?, overall = ?, rows_sha256 = ?
       WHERE run = ?`,
    tx.now,
    result.isComplete ? 1 : 0,
    JSON.stringify(result.coverage),
    result.rowsTotal,
    result.signaturesWithAnomalies,
    JSON.stringify(result.severityCounts),
    JSON.stringify(result.typeCounts),
    result.overall,
    result.rowsSha256,
    run,
  );
}

export function setLogEntry(tx: Tx, run: string, entry: { logId: number; index: number }): void {
  tx.run("UPDATE audit_runs SET log_id = ?, log_index = ? WHERE run = ?", entry.logId, entry.index, run);
}

/** Complete runs that are not in the signed log yet, oldest first. */
export function listUnlogged(sql: Sql, tokenId: number): string[] {
  return sql
    .all<Pick<RowOf<typeof auditRuns>, "run">>(
      `SELECT run FROM audit_runs WHERE token_id = ? AND is_complete = 1 AND finished_at IS NOT NULL
         AND log_index IS NULL ORDER BY run`,
      tokenId,
    )
    .map(({ run }) => run);
}

/** Unfinished runs that started before a time in Unix milliseconds. */
export function listAbandoned(sql: Sql, before: number): string[] {
  return sql
    .all<Pick<RowOf<typeof auditRuns>, "run">>(
      "SELECT run FROM audit_runs WHERE finished_at IS NULL AND started_at < ?",
      before,
    )
    .map(({ run }) => run);
}

/** Deletes up to `limit` rows of a run, and the run itself once it has none. Returns the number of deleted rows. */
export function deleteRows(tx: Tx, run: string, limit: number): number {
  const staged = tx.run(
    `DELETE FROM audit_staged_rows WHERE (run, slot, signature, anomaly_type, wallet, row_id) IN (
       SELECT run, slot, signature, anomaly_type, wallet, row_id FROM audit_staged_rows WHERE run = ? LIMIT ?)`,
    run,
    limit,
  ).changes;
  const rows = tx.run(
    "DELETE FROM audit_rows WHERE run = ?1 AND position IN (SELECT position FROM audit_rows WHERE run = ?1 LIMIT ?2)",
    run,
    limit,
  ).changes;
  if (staged + rows > 0) return staged + rows;
  return tx.run("DELETE FROM audit_runs WHERE run = ?1 AND run NOT IN (SELECT run FROM audit_baseline)", run)
    .changes;
}

/**
 * The oldest run past its retention time; null if there is none. Pinned runs are never returned.
 * @param completeBefore expiry of complete runs, Unix milliseconds
 * @param incompleteBefore expiry of incomplete runs, Unix milliseconds
 */
export function findExpired(sql: Sql, completeBefore: number, incompleteBefore: number): string | null {
  return (
    sql.get<Pick<RowOf<typeof auditRuns>, "run">>(
      `SELECT run FROM audit_runs WHERE finished_at < iif(is_complete = 1, ?, ?)
         AND run NOT IN (SELECT run FROM audit_baseline) ORDER BY run LIMIT 1`,
      completeBefore,
      incompleteBefore,
    )?.run ?? null
  );
}
