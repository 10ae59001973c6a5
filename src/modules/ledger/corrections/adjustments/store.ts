import { Conditions } from "../../../../db/conditions.ts";
import type { RowOf } from "../../../../db/row.ts";
import type { Sql, Tx } from "../../../../db/sql.ts";
import type { ledgerAdjustments } from "../../../../db/tables/desk/corrections.ts";
import type { WaitingCorrections } from "../waiting.ts";

export interface AdjustmentRow extends RowOf<typeof ledgerAdjustments> {
  partner: string;
}

const SELECT = `SELECT a.id, a.state, a.partner_id, p.name AS partner, a.user_id, a.direction, a.amount, a.reason,
    a.ledger_entry_id, a.requested_by, a.decided_by, a.created_at, a.ended_at
  FROM ledger_adjustments AS a CROSS JOIN partners AS p ON p.id = a.partner_id`;

type NewAdjustment = Pick<
  AdjustmentRow,
  "partner_id" | "user_id" | "direction" | "amount" | "reason" | "requested_by"
>;

/** Creates an adjustment that waits. Returns its id. */
export function insertAdjustment(tx: Tx, row: NewAdjustment): number {
  return tx.run(
    `INSERT INTO ledger_adjustments (state, partner_id, user_id, direction, amount, reason, requested_by, created_at)
       VALUES ('waiting_approval', ?, ?, ?, ?, ?, ?, ?)`,
    row.partner_id,
    row.user_id,
    row.direction,
    row.amount,
    row.reason,
    row.requested_by,
    tx.now,
  ).lastInsertRowid;
}

export function findAdjustment(sql: Sql, id: number): AdjustmentRow | null {
  return sql.get<AdjustmentRow>(`${SELECT} WHERE a.id = ?`, id);
}

/** The newest adjustments before an id. */
export function listAdjustments(
  sql: Sql,
  { before, limit, state }: { before: number; limit: number; state?: AdjustmentRow["state"] | undefined },
): AdjustmentRow[] {
  const where = new Conditions().add("a.id < ?", before).addGiven("a.state = ?", state);
  return sql.all<AdjustmentRow>(
    `${SELECT} WHERE ${where.text} ORDER BY a.id DESC LIMIT ?`,
    ...where.values,
    limit,
  );
}

export function tallyWaitingAdjustments(sql: Sql): WaitingCorrections {
  return sql.one<WaitingCorrections>(
    `SELECT count(*) AS count, ifnull(sum(amount), 0) AS total, min(created_at) AS oldest_at
       FROM ledger_adjustments WHERE state = 'waiting_approval'`,
  );
}

/** Stores the outcome. */
export function updateAdjustment(tx: Tx, row: AdjustmentRow): void {
  tx.run(
    "UPDATE ledger_adjustments SET state = ?, ledger_entry_id = ?, decided_by = ?, ended_at = ? WHERE id = ?",
    row.state,
    row.ledger_entry_id,
    row.decided_by,
    row.ended_at,
    row.id,
  );
}
