import type { Sql } from "../../../db/sql.ts";
import type { auditThresholdChanges, auditTriage } from "../../../db/tables/audits.ts";

/** Reads of what the audits keep, for the public: never an operator's name or note. */

type ThresholdChange = Pick<
  typeof auditThresholdChanges.$inferSelect,
  "changed_at" | "parameter" | "previous_value" | "new_value" | "owner" | "reason"
>;
type Statement = Pick<
  typeof auditTriage.$inferSelect,
  "id" | "at" | "signature" | "row_id" | "status" | "owner" | "eta_utc"
>;

/** Incomplete runs with an id from `from` to `to`; from the first where `from` is null. */
export function countIncomplete(sql: Sql, tokenId: number, from: string | null, to: string): number {
  return (
    sql.get<{ n: number }>(
      `SELECT count(*) AS n FROM audit_runs
         WHERE token_id = ? AND finished_at IS NOT NULL AND is_complete = 0 AND run >= ? AND run <= ?`,
      tokenId,
      from ?? "",
      to,
    )?.n ?? 0
  );
}

/** The last complete runs up to this one, newest first. */
export function listCompleteIds(sql: Sql, tokenId: number, upTo: string, limit: number): string[] {
  return sql
    .all<{ run: string }>(
      `SELECT run FROM audit_runs
         WHERE token_id = ? AND finished_at IS NOT NULL AND is_complete = 1 AND run <= ? ORDER BY run DESC LIMIT ?`,
      tokenId,
      upTo,
      limit,
    )
    .map(({ run }) => run);
}

/** When a run last ended; null before the first. */
export function lastEndedAt(sql: Sql, tokenId: number): number | null {
  return (
    sql.get<{ at: number | null }>(
      "SELECT max(finished_at) AS at FROM audit_runs WHERE token_id = ?",
      tokenId,
    )?.at ?? null
  );
}

/** Newest first. */
export function listThresholdChanges(sql: Sql, limit: number): ThresholdChange[] {
  return sql.all<ThresholdChange>(
    "SELECT changed_at, parameter, previous_value, new_value, owner, reason FROM audit_threshold_changes ORDER BY id DESC LIMIT ?",
    limit,
  );
}

/** When a threshold was last changed; null where none was. */
export function lastThresholdChangeAt(sql: Sql): number | null {
  return (
    sql.get<{ at: number | null }>("SELECT max(changed_at) AS at FROM audit_threshold_changes")?.at ?? null
  );
}

/** What operators last said of each transaction or row, newest first; of one status, or of all. */
export function listTriage(sql: Sql, tokenId: number, status: string | null, limit: number): Statement[] {
  return sql.all<Statement>(
    `SELECT id, at, signature, row_id, status, owner, eta_utc FROM audit_triage
       WHERE id IN (SELECT max(id) FROM audit_triage WHERE token_id = ?1 GROUP BY signature, row_id)
         AND (?2 IS NULL OR status = ?2)
       ORDER BY id DESC LIMIT ?3`,
    tokenId,
    status,
    limit,
  );
}

export function lastTriageAt(sql: Sql, tokenId: number): number | null {
  return (
    sql.get<{ at: number | null }>("SELECT max(at) AS at FROM audit_triage WHERE token_id = ?", tokenId)
      ?.at ?? null
  );
}

/** What operators last said of a transaction itself; null where nothing. */
export function findTriage(sql: Sql, tokenId: number, signature: string): Statement | null {
  return sql.get<Statement>(
    `SELECT id, at, signature, row_id, status, owner, eta_utc FROM audit_triage
       WHERE token_id = ? AND signature = ? ORDER BY id DESC LIMIT 1`,
    tokenId,
    signature,
  );
}
