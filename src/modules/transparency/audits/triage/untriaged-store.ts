import type { RowOf } from "../../../../db/row.ts";
import type { Sql } from "../../../../db/sql.ts";
import type { auditRows } from "../../../../db/tables/audits.ts";

/** An anomaly that nobody has triaged. */
export type UntriagedRow = Pick<
  RowOf<typeof auditRows>,
  "row_id" | "signature" | "block_time" | "anomaly_type" | "severity"
>;

/** Rows of a run, warn or bad, that no triage entry names, neither by transaction nor by row. */
const UNTRIAGED = `FROM audit_rows AS r WHERE r.run = ?1 AND r.severity IN ('warn', 'bad')
  AND NOT EXISTS (SELECT 1 FROM audit_triage AS t WHERE t.token_id = ?2 AND t.signature = r.signature)
  AND NOT EXISTS (SELECT 1 FROM audit_triage AS t WHERE t.token_id = ?2 AND t.signature IS NULL AND t.row_id = r.row_id)`;

/** In the published order. */
export function listUntriaged(
  sql: Sql,
  { run, tokenId, limit }: { run: string; tokenId: number; limit: number },
): UntriagedRow[] {
  return sql.all<UntriagedRow>(
    `SELECT r.row_id, r.signature, r.block_time, r.anomaly_type, r.severity ${UNTRIAGED} ORDER BY r.position LIMIT ?3`,
    run,
    tokenId,
    limit,
  );
}

export function countUntriaged(sql: Sql, { run, tokenId }: { run: string; tokenId: number }): number {
  return sql.one<{ count: number }>(`SELECT count(*) AS count ${UNTRIAGED}`, run, tokenId).count;
}
