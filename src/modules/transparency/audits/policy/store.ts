import type { RowOf } from "../../../../db/row.ts";
import type { Sql, Tx } from "../../../../db/sql.ts";
import type { auditThresholdChanges, auditThresholds } from "../../../../db/tables/audits.ts";

export type ThresholdChange = RowOf<typeof auditThresholdChanges>;

/** Values set by operators, by parameter. */
export function listSetThresholds(sql: Sql): Map<string, number> {
  const rows = sql.all<RowOf<typeof auditThresholds>>("SELECT parameter, value FROM audit_thresholds");
  return new Map(rows.map(({ parameter, value }) => [parameter, value]));
}

export function upsertThreshold(tx: Tx, parameter: string, value: number): void {
  tx.run(
    "INSERT INTO audit_thresholds (parameter, value) VALUES (?, ?) ON CONFLICT (parameter) DO UPDATE SET value = excluded.value",
    parameter,
    value,
  );
}

export function insertThresholdChange(tx: Tx, change: Omit<ThresholdChange, "id" | "changed_at">): void {
  tx.run(
    `INSERT INTO audit_threshold_changes (changed_at, parameter, previous_value, new_value, owner, reason, operator)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    tx.now,
    change.parameter,
    change.previous_value,
    change.new_value,
    change.owner,
    change.reason,
    change.operator,
  );
}

/** Newest first. */
export function listThresholdChanges(sql: Sql, limit: number): ThresholdChange[] {
  return sql.all<ThresholdChange>(
    `SELECT id, changed_at, parameter, previous_value, new_value, owner, reason, operator
       FROM audit_threshold_changes ORDER BY id DESC LIMIT ?`,
    limit,
  );
}

/** Time of the last threshold change in Unix milliseconds; null before the first. */
export function lastThresholdChangeAt(sql: Sql): number | null {
  return listThresholdChanges(sql, 1)[0]?.changed_at ?? null;
}
