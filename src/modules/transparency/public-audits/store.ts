import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { auditRuns } from "../../../db/tables/audits.ts";

/** Number of incomplete runs with ids from `from` (null: the first run) to `to`, inclusive. */
export function countIncomplete(
  sql: Sql,
  tokenId: number,
  { from, to }: { from: string | null; to: string },
): number {
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

/** Ids of the last complete runs up to and including `upTo`, newest first. */
export function listCompleteIds(
  sql: Sql,
  tokenId: number,
  { upTo, limit }: { upTo: string; limit: number },
): string[] {
  return sql
    .all<Pick<RowOf<typeof auditRuns>, "run">>(
      `SELECT run FROM audit_runs
         WHERE token_id = ? AND finished_at IS NOT NULL AND is_complete = 1 AND run <= ? ORDER BY run DESC LIMIT ?`,
      tokenId,
      upTo,
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
