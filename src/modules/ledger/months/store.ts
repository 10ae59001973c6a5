import { columns, type In } from "../../../db/columns.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { ledgerClosings, ledgerMonths } from "../../../db/tables/desk/months.ts";
import { RECENT } from "../entries/index.ts";

export const MOVED = columns<typeof ledgerMonths>()(
  "partner_id",
  "month",
  "kind",
  "reason",
  "credits",
  "credited",
  "debits",
  "debited",
);

/** Entries of one kind and reason in a month of a partner. */
export type MovementRow = In<typeof MOVED>;

const MONTH = "strftime('%Y-%m', created_at / 1000, 'unixepoch')";
/** The kind of an entry, as the trigger that fills `ledger_months` has it. */
export const KIND = `CASE WHEN origin = 'system' THEN substr(idempotency_key, 1, instr(idempotency_key, ':') - 1)
  WHEN reason = 'conversion' AND delta < 0 THEN 'conversion' ELSE origin END`;
/** The largest sum that is kept, as the trigger has it: below 2^53. */
export const MOST = 9_000_000_000_000_000;
const SUMS = `sum(delta > 0) AS credits, min(sum(max(delta, 0)), ${MOST}) AS credited,
  sum(delta < 0) AS debits, min(sum(max(-delta, 0)), ${MOST}) AS debited`;
/** Sums of entries by partner, month, kind and reason. @param where a condition on `ledger_entries` */
function counted(where: string): string {
  return `SELECT partner_id, ${MONTH} AS month, ${KIND} AS kind, reason, ${SUMS} FROM ledger_entries
    WHERE ${where} GROUP BY 1, 2, 3, 4`;
}

/** A month of one partner, or of all for null. */
export interface MonthOf {
  month: string;
  partnerId: number | null;
}

/** The plus keeps SQLite from an index: these entries are few. */
const OF_RECENT = `${RECENT} AND +partner_id BETWEEN ?2 AND ?3`;

/** Movements in a month, from the kept sums and the newest entries. */
export function listMovements(sql: Sql, of: MonthOf): MovementRow[] {
  return sql.all<MovementRow>(
    `SELECT ${MOVED} FROM ledger_months WHERE month = ?1 AND partner_id BETWEEN ?2 AND ?3
       UNION ALL SELECT * FROM (${counted(OF_RECENT)}) WHERE month = ?1`,
    ...parametersOf(of),
  );
}

/** Sums of each partner's entries before a month. */
export function listOpenings(sql: Sql, of: MonthOf): { partner_id: number; opening: number }[] {
  return sql.all(
    `SELECT partner_id, sum(amount) AS opening FROM (
         SELECT partner_id, sum(credited - debited) AS amount FROM ledger_months
           WHERE month < ?1 AND partner_id BETWEEN ?2 AND ?3 GROUP BY partner_id
         UNION ALL SELECT partner_id, delta FROM ledger_entries WHERE ${OF_RECENT} AND ${MONTH} < ?1)
       GROUP BY partner_id`,
    ...parametersOf(of),
  );
}

/** The parameters of a statement on a month: the month, the first and the last partner. */
function parametersOf({ month, partnerId }: MonthOf): [string, number, number] {
  return [month, partnerId ?? 0, partnerId ?? Number.MAX_SAFE_INTEGER];
}

/** Movements of the entries of a range of ids in a period; counted from the entries themselves. */
export function countMovements(
  sql: Sql,
  { min, max, from, to }: { min: number; max: number; from: number; to: number },
): MovementRow[] {
  return sql.all<MovementRow>(
    counted("id BETWEEN ? AND ? AND created_at >= ? AND created_at < ?"),
    min,
    max,
    from,
    to,
  );
}

/** Balances of the users of a range of ids, by partner. */
export function sumBalances(
  sql: Sql,
  { min, max }: { min: number; max: number },
): { partner_id: number; balances: number }[] {
  return sql.all(
    "SELECT partner_id, sum(balance) AS balances FROM users WHERE id BETWEEN ? AND ? GROUP BY partner_id",
    min,
    max,
  );
}

export function newestUserId(sql: Sql): number {
  return sql.get<{ id: number | null }>("SELECT max(id) AS id FROM users")?.id ?? 0;
}

/** Sums of each partner's entries after a month. */
export function listLater(sql: Sql, month: string): { partner_id: number; later: number }[] {
  return sql.all(
    `SELECT partner_id, sum(amount) AS later FROM (
         SELECT partner_id, credited - debited AS amount FROM ledger_months WHERE month > ?1
         UNION ALL SELECT partner_id, delta FROM ledger_entries WHERE ${RECENT} AND ${MONTH} > ?1)
       GROUP BY partner_id`,
    month,
  );
}

/** Months with entries before a given one, oldest first, that no closing exists for. */
export function listOpenMonths(sql: Sql, before: string): string[] {
  return sql
    .all<Pick<RowOf<typeof ledgerMonths>, "month">>(
      `SELECT DISTINCT month FROM (
           SELECT month FROM ledger_months UNION ALL SELECT ${MONTH} FROM ledger_entries WHERE ${RECENT})
         WHERE month < ? AND month NOT IN (SELECT month FROM ledger_closings) ORDER BY month`,
      before,
    )
    .map(({ month }) => month);
}

const CLOSED = columns<typeof ledgerClosings>()(
  "month",
  "partner_id",
  "opening",
  "closing",
  "entries",
  "verified_at",
);

export type ClosingRow = In<typeof CLOSED>;

export function listClosings(sql: Sql, of: MonthOf): ClosingRow[] {
  return sql.all<ClosingRow>(
    `SELECT ${CLOSED} FROM ledger_closings WHERE month = ?1 AND partner_id BETWEEN ?2 AND ?3 ORDER BY partner_id`,
    ...parametersOf(of),
  );
}

export function insertClosing(tx: Tx, row: Omit<ClosingRow, "verified_at">): void {
  tx.run(
    `INSERT INTO ledger_closings (month, partner_id, opening, closing, entries, verified_at) VALUES (?, ?, ?, ?, ?, ?)`,
    row.month,
    row.partner_id,
    row.opening,
    row.closing,
    row.entries,
    tx.now,
  );
}
