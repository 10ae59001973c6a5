import { columns, type In } from "../../../db/columns.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type {
  onCallMembers,
  onCallOverrides,
  onCallPlans,
  onCallSpans,
} from "../../../db/tables/desk/on-call.ts";

const PLAN = columns<typeof onCallPlans>()(
  "zone",
  "starts_at",
  "weeks",
  "escalation_minutes",
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
    `INSERT INTO on_call_plans (zone, starts_at, weeks, escalation_minutes, updated_at, updated_by)
       VALUES (?, ?, ?, ?, ?, ?)`,
    row.zone,
    row.starts_at,
    row.weeks,
    row.escalation_minutes,
    row.updated_at,
    row.updated_by,
  );
}

export function deletePlan(tx: Tx): void {
  tx.run("DELETE FROM on_call_plans");
}

export type MemberRow = RowOf<typeof onCallMembers>;

/** In the order of the rotation. */
export function listMembers(sql: Sql): MemberRow[] {
  return sql.all<MemberRow>(
    "SELECT position, operator, email_sealed, is_escalated_to FROM on_call_members ORDER BY position",
  );
}

export function replaceMembers(tx: Tx, rows: readonly Omit<MemberRow, "position">[]): void {
  tx.run("DELETE FROM on_call_members");
  for (const [position, { operator, email_sealed, is_escalated_to }] of rows.entries())
    tx.run(
      "INSERT INTO on_call_members (position, operator, email_sealed, is_escalated_to) VALUES (?, ?, ?, ?)",
      position,
      operator,
      email_sealed,
      is_escalated_to,
    );
}

const SPAN = columns<typeof onCallSpans>()("from_minute", "operator", "to_minute");
type SpanRow = In<typeof SPAN>;

/** In the order of the rotation. */
export function listSpans(sql: Sql): SpanRow[] {
  return sql.all<SpanRow>(`SELECT ${SPAN} FROM on_call_spans ORDER BY from_minute`);
}

export function replaceSpans(tx: Tx, rows: readonly SpanRow[]): void {
  tx.run("DELETE FROM on_call_spans");
  for (const { from_minute, operator, to_minute } of rows)
    tx.run(
      "INSERT INTO on_call_spans (from_minute, operator, to_minute) VALUES (?, ?, ?)",
      from_minute,
      operator,
      to_minute,
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
