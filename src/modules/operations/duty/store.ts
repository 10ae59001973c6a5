import { columns, type In } from "../../../db/columns.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { onCallMembers, onCallOverrides, onCallPlans } from "../../../db/tables/desk/on-call.ts";

const PLAN = columns<typeof onCallPlans>()(
  "zone",
  "weekday",
  "hour",
  "starts_on",
  "updated_at",
  "updated_by",
);
type PlanRow = In<typeof PLAN>;

/** The plan; null without one. */
export function findPlan(sql: Sql): PlanRow | null {
  return sql.get<PlanRow>(`SELECT ${PLAN} FROM on_call_plans`);
}

export function replacePlan(tx: Tx, row: PlanRow): void {
  deletePlan(tx);
  tx.run(
    `INSERT INTO on_call_plans (zone, weekday, hour, starts_on, updated_at, updated_by)
       VALUES (?, ?, ?, ?, ?, ?)`,
    row.zone,
    row.weekday,
    row.hour,
    row.starts_on,
    row.updated_at,
    row.updated_by,
  );
}

export function deletePlan(tx: Tx): void {
  tx.run("DELETE FROM on_call_plans");
}

type MemberRow = RowOf<typeof onCallMembers>;

/** In the order of the rotation. */
export function listMembers(sql: Sql): MemberRow[] {
  return sql.all<MemberRow>("SELECT position, operator, email_sealed FROM on_call_members ORDER BY position");
}

export function replaceMembers(tx: Tx, rows: readonly Omit<MemberRow, "position">[]): void {
  tx.run("DELETE FROM on_call_members");
  for (const [position, { operator, email_sealed }] of rows.entries())
    tx.run(
      "INSERT INTO on_call_members (position, operator, email_sealed) VALUES (?, ?, ?)",
      position,
      operator,
      email_sealed,
    );
}

const OVERRIDE = columns<typeof onCallOverrides>()("operator", "starts_at", "ends_at");
type OverrideRow = In<typeof OVERRIDE>;

/** By start. */
export function listOverrides(sql: Sql): OverrideRow[] {
  return sql.all<OverrideRow>(`SELECT ${OVERRIDE} FROM on_call_overrides ORDER BY starts_at`);
}

export function replaceOverrides(tx: Tx, rows: readonly OverrideRow[]): void {
  tx.run("DELETE FROM on_call_overrides");
  for (const { operator, starts_at, ends_at } of rows)
    tx.run(
      "INSERT INTO on_call_overrides (operator, starts_at, ends_at) VALUES (?, ?, ?)",
      operator,
      starts_at,
      ends_at,
    );
}
