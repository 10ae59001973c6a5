import type { RowOf } from "../../../../db/row.ts";
import type { Sql, Tx } from "../../../../db/sql.ts";
import type { auditRuns, auditStagedRows } from "../../../../db/tables/audits.ts";
import { canonicalJson } from "../../../../kit/formats/canonical-json.ts";
import type { Anomaly, AuditRun } from "./model.ts";
import { isDaily, labelOf, runIdAt, type Window } from "./window.ts";

export interface NewRun {
  tokenId: number;
  window: Window;
  policy: ReadonlyMap<string, number>;
  policyVersion: string;
}

const SECOND_MS = 1_000;

/** Takes the id of a run that starts now, or the next one that is free. */
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
    labelOf(window),
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

/** Keeps a row until the run ends, in the published order. */
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

/** The first rows in the published order. */
export function listStaged(sql: Sql, run: string, limit: number): StagedRow[] {
  return sql.all<StagedRow>(
    `SELECT slot, signature, anomaly_type, wallet, row_id, row FROM audit_staged_rows WHERE run = ?
       ORDER BY slot, signature, anomaly_type, wallet, row_id LIMIT ?`,
    run,
    limit,
  );
}

/** Moves a staged row to its place among the run's rows. */
export function placeRow(tx: Tx, run: string, position: number, staged: StagedRow, row: Anomaly): void {
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

export type Ending = Pick<
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

/** Ends a run: from now on it is published. */
export function finishRun(tx: Tx, run: string, ending: Ending): void {
  tx.run(
    `UPDATE audit_runs SET finished_at = ?, is_complete = ?, coverage = ?, rows_total = ?,
         signatures_with_anomalies = ?, severity_counts = ?, type_counts = ?, overall = ?, rows_sha256 = ?
       WHERE run = ?`,
    tx.now,
    ending.isComplete ? 1 : 0,
    JSON.stringify(ending.coverage),
    ending.rowsTotal,
    ending.signaturesWithAnomalies,
    JSON.stringify(ending.severityCounts),
    JSON.stringify(ending.typeCounts),
    ending.overall,
    ending.rowsSha256,
    run,
  );
}

export function saveLogEntry(tx: Tx, run: string, logId: number, index: number): void {
  tx.run("UPDATE audit_runs SET log_id = ?, log_index = ? WHERE run = ?", logId, index, run);
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

/** Runs that began before a moment and did not end. */
export function listAbandoned(sql: Sql, before: number): string[] {
  return sql
    .all<Pick<RowOf<typeof auditRuns>, "run">>(
      "SELECT run FROM audit_runs WHERE finished_at IS NULL AND started_at < ?",
      before,
    )
    .map(({ run }) => run);
}

/** Deletes some rows of a run and, once it has none, the run; returns how many rows went. */
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

/** Runs that retention may delete: complete ones and incomplete ones that ended before their moments, pinned ones never. */
export function findExpired(sql: Sql, complete: number, incomplete: number): string | null {
  return (
    sql.get<Pick<RowOf<typeof auditRuns>, "run">>(
      `SELECT run FROM audit_runs WHERE finished_at < iif(is_complete = 1, ?, ?)
         AND run NOT IN (SELECT run FROM audit_baseline) ORDER BY run LIMIT 1`,
      complete,
      incomplete,
    )?.run ?? null
  );
}
