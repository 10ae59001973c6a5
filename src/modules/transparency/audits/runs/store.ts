import { Type } from "@sinclair/typebox";
import { jsonColumn } from "../../../../db/json-column.ts";
import type { RowOf } from "../../../../db/row.ts";
import type { Sql, Tx } from "../../../../db/sql.ts";
import type { auditBaseline, auditRuns } from "../../../../db/tables/audits.ts";
import { OneOf } from "../../../../http/schema/shapes.ts";
import { ANOMALY_TYPES } from "../detectors/index.ts";
import { type AuditRun, Coverage } from "./model.ts";
import type { Window } from "./window.ts";

const Count = Type.Integer();
const JSON_OF_RUN = {
  policy: jsonColumn("audit_runs.policy", Type.Record(Type.String(), Type.Number())),
  coverage: jsonColumn("audit_runs.coverage", Coverage),
  severityCounts: jsonColumn(
    "audit_runs.severity_counts",
    Type.Object({ info: Count, warn: Count, bad: Count }),
  ),
  typeCounts: jsonColumn("audit_runs.type_counts", Type.Partial(Type.Record(OneOf(ANOMALY_TYPES), Count))),
};

interface RunRow extends RowOf<typeof auditRuns> {
  finished_at: number;
}

const SELECT_FINISHED = "SELECT * FROM audit_runs WHERE token_id = ? AND finished_at IS NOT NULL";

/** Finished runs, newest first. */
export function listRuns(
  sql: Sql,
  tokenId: number,
  { limit, before = null }: { limit: number; before?: string | null },
): AuditRun[] {
  return sql
    .all<RunRow>(
      `${SELECT_FINISHED} AND (?2 IS NULL OR run < ?2) ORDER BY run DESC LIMIT ?3`,
      tokenId,
      before,
      limit,
    )
    .map(runOf);
}

/** The finished run with this id; null if there is none. */
export function findRun(sql: Sql, tokenId: number, run: string): AuditRun | null {
  const row = sql.get<RunRow>(`${SELECT_FINISHED} AND run = ?`, tokenId, run);
  return row === null ? null : runOf(row);
}

/**
 * The run selected by `latest`: the complete daily run of the newest day, otherwise the complete run of the newest
 * window. Auditing an old window again changes nothing.
 */
export function findLatestComplete(sql: Sql, tokenId: number): AuditRun | null {
  const row = sql.get<RunRow>(
    `${SELECT_FINISHED} AND is_complete = 1 ORDER BY is_daily DESC, to_at DESC, run DESC LIMIT 1`,
    tokenId,
  );
  return row === null ? null : runOf(row);
}

/** The complete run of the window before, preferring one of the same kind: a day is compared with a day. */
export function findCompleteBefore(sql: Sql, tokenId: number, run: AuditRun): AuditRun | null {
  const row = sql.get<RunRow>(
    `${SELECT_FINISHED} AND is_complete = 1 AND to_at < ? ORDER BY is_daily = ? DESC, to_at DESC, run DESC LIMIT 1`,
    tokenId,
    run.toAt,
    run.isDaily ? 1 : 0,
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

/** The end of the newest window of a complete run in Unix milliseconds; null if no run is complete. */
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

export function setBaseline(tx: Tx, tokenId: number, run: string | null): void {
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

/** Whether a run has rows for this transaction. */
export function runHasSignature(sql: Sql, run: string, signature: string): boolean {
  return sql.get("SELECT 1 FROM audit_rows WHERE run = ? AND signature = ? LIMIT 1", run, signature) !== null;
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
    policy: JSON_OF_RUN.policy.read(row.policy),
    policyVersion: row.policy_version,
    coverage: JSON_OF_RUN.coverage.read(row.coverage),
    rowsTotal: row.rows_total,
    signaturesWithAnomalies: row.signatures_with_anomalies,
    severityCounts: JSON_OF_RUN.severityCounts.read(row.severity_counts),
    typeCounts: JSON_OF_RUN.typeCounts.read(row.type_counts),
    overall: row.overall,
    rowsSha256: row.rows_sha256,
    log: row.log_index === null || row.log_id === null ? null : { logId: row.log_id, index: row.log_index },
  };
}
