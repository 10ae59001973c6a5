import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { auditRuns } from "../../../db/tables/audits.ts";
import type { AuditRun } from "../audits/runs/index.ts";

/** Number of incomplete runs with windows that end from `from` (null: the first) to `to`, inclusive. */
export function countIncomplete(
  sql: Sql,
  tokenId: number,
  { from, to }: { from: number | null; to: number },
): number {
  return (
    sql.get<{ n: number }>(
      `SELECT count(*) AS n FROM audit_runs
         WHERE token_id = ? AND finished_at IS NOT NULL AND is_complete = 0 AND to_at >= ? AND to_at <= ?`,
      tokenId,
      from ?? 0,
      to,
    )?.n ?? 0
  );
}

/** Ids of complete runs by window, newest first: `upTo`, then the newest run of each earlier window. */
export function listCompleteIds(
  sql: Sql,
  tokenId: number,
  { upTo, limit }: { upTo: Pick<AuditRun, "run" | "toAt">; limit: number },
): string[] {
  return sql
    .all<Pick<RowOf<typeof auditRuns>, "run">>(
      `SELECT run FROM audit_runs AS r
         WHERE token_id = ?1 AND finished_at IS NOT NULL AND is_complete = 1 AND (run = ?2 OR (to_at < ?3
           AND NOT EXISTS (SELECT 1 FROM audit_runs AS later WHERE later.token_id = ?1 AND later.run > r.run
             AND later.finished_at IS NOT NULL AND later.is_complete = 1
             AND later.from_at = r.from_at AND later.to_at = r.to_at)))
         ORDER BY to_at DESC, run DESC LIMIT ?4`,
      tokenId,
      upTo.run,
      upTo.toAt,
      limit,
    )
    .map(({ run }) => run);
}

/** Time at which a run last ended in Unix milliseconds; null before the first. */
export function lastEndedAt(sql: Sql, tokenId: number): number | null {
  return (
    sql.get<{ at: number | null }>(
      "SELECT max(finished_at) AS at FROM audit_runs WHERE token_id = ?",
      tokenId,
    )?.at ?? null
  );
}

/** Time of the last triage entry in Unix milliseconds; null before the first. */
export function lastTriageAt(sql: Sql, tokenId: number): number | null {
  return (
    sql.get<{ at: number | null }>("SELECT max(at) AS at FROM audit_triage WHERE token_id = ?", tokenId)
      ?.at ?? null
  );
}
