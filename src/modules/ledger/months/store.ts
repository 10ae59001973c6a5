import { columns, type In } from "../../../db/columns.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { ledgerClosings, ledgerMonths } from "../../../db/tables/desk/months.ts";
import { RECENT } from "../entries/index.ts";

const GROUP = columns<typeof ledgerMonths>()("partner_id", "month", "kind", "reason", "credits", "debits");
/** Sums are read as text: they pass what a JavaScript number counts exactly. */
export const MOVED = `${GROUP}, CAST(credited AS TEXT) AS credited, CAST(debited AS TEXT) AS debited`;

type Sums<Amount> = Record<"credited" | "debited", Amount>;

/** Entries of one kind and reason in a month of a partner; sums in hundredths of a salute. */
export type MovementRow = In<typeof GROUP> & Sums<bigint>;
/** The same as the statements give it. */
export type MovedRow = In<typeof GROUP> & Sums<string>;

const toMovement = ({ credited, debited, ...group }: MovedRow): MovementRow => ({
  ...group,
  credited: BigInt(credited),
  debited: BigInt(debited),
});

const MONTH = "strftime('%Y-%m', created_at / 1000, 'unixepoch')";
/** The kind of an entry, as the trigger that fills `ledger_months` has it. */
export const KIND = `CASE WHEN origin = 'system' THEN substr(idempotency_key, 1, instr(idempotency_key, ':') - 1)
  WHEN reason = 'conversion' AND delta < 0 THEN 'conversion' ELSE origin END`;
/** The largest sum that is kept, as the trigger has it: below the largest integer of SQLite, which turns larger ones into floats. */
export const MOST = "9000000000000000000";
const SUMS = `sum(delta > 0) AS credits, sum(delta < 0) AS debits,
  CAST(min(sum(max(delta, 0)), ${MOST}) AS TEXT) AS credited, CAST(min(sum(max(-delta, 0)), ${MOST}) AS TEXT) AS debited`;
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
  return sql
    .all<MovedRow>(
      `SELECT ${MOVED} FROM ledger_months WHERE month = ?1 AND partner_id BETWEEN ?2 AND ?3
         UNION ALL SELECT * FROM (${counted(OF_RECENT)}) WHERE month = ?1`,
      ...parametersOf(of),
    )
    .map(toMovement);
}

/** A sum of each partner, in hundredths of a salute. */
type PartnerSums = Map<number, bigint>;

function toSums(rows: { partner_id: number; sum: string }[]): PartnerSums {
  return new Map(rows.map(({ partner_id, sum }) => [partner_id, BigInt(sum)]));
}

/** Sums of each partner's entries before a month. */
export function sumBefore(sql: Sql, of: MonthOf): PartnerSums {
  return toSums(
    sql.all(
      `SELECT partner_id, CAST(sum(amount) AS TEXT) AS sum FROM (
           SELECT partner_id, sum(credited - debited) AS amount FROM ledger_months
             WHERE month < ?1 AND partner_id BETWEEN ?2 AND ?3 GROUP BY partner_id
           UNION ALL SELECT partner_id, delta FROM ledger_entries WHERE ${OF_RECENT} AND ${MONTH} < ?1)
         GROUP BY partner_id`,
      ...parametersOf(of),
    ),
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
  const text = counted("id BETWEEN ? AND ? AND created_at >= ? AND created_at < ?");
  return sql.all<MovedRow>(text, min, max, from, to).map(toMovement);
}

/** Balances of the users of a range of ids, by partner. */
export function sumBalances(sql: Sql, { min, max }: { min: number; max: number }): PartnerSums {
  return toSums(
    sql.all(
      "SELECT partner_id, CAST(sum(balance) AS TEXT) AS sum FROM users WHERE id BETWEEN ? AND ? GROUP BY partner_id",
      min,
      max,
    ),
  );
}

export function newestUserId(sql: Sql): number {
  return sql.get<{ id: number | null }>("SELECT max(id) AS id FROM users")?.id ?? 0;
}

/** Sums of each partner's entries after a month. */
export function sumAfter(sql: Sql, month: string): PartnerSums {
  return toSums(
    sql.all(
      `SELECT partner_id, CAST(sum(amount) AS TEXT) AS sum FROM (
           SELECT partner_id, credited - debited AS amount FROM ledger_months WHERE month > ?1
           UNION ALL SELECT partner_id, delta FROM ledger_entries WHERE ${RECENT} AND ${MONTH} > ?1)
         GROUP BY partner_id`,
      month,
    ),
  );
}

/**
 * Months with entries before a given one, oldest first, that lack the closing of a partner with entries in or before
 * them, or have another one than these entries give.
 */
export function listOpenMonths(sql: Sql, before: string): string[] {
  return sql
    .all<Pick<RowOf<typeof ledgerMonths>, "month">>(
      `WITH moved AS MATERIALIZED (SELECT month, partner_id, sum(entries) AS entries, sum(amount) AS amount FROM (
             SELECT month, partner_id, credits + debits AS entries, credited - debited AS amount FROM ledger_months
             UNION ALL SELECT ${MONTH}, partner_id, 1, delta FROM ledger_entries WHERE ${RECENT})
             WHERE month < ? GROUP BY month, partner_id),
           firsts AS MATERIALIZED (SELECT partner_id, min(month) AS month FROM moved GROUP BY partner_id),
           sums AS (SELECT m.month, f.partner_id, ifnull(v.entries, 0) AS entries,
               sum(v.amount) OVER (PARTITION BY f.partner_id ORDER BY m.month) AS closing
             FROM firsts AS f JOIN (SELECT DISTINCT month FROM moved) AS m ON m.month >= f.month
             LEFT JOIN moved AS v ON v.month = m.month AND v.partner_id = f.partner_id)
         SELECT DISTINCT s.month FROM sums AS s
           LEFT JOIN ledger_closings AS c ON c.month = s.month AND c.partner_id = s.partner_id
           WHERE c.entries IS NOT s.entries OR c.closing IS NOT s.closing ORDER BY s.month`,
      before,
    )
    .map(({ month }) => month);
}

const CLOSED = columns<typeof ledgerClosings>()("month", "partner_id", "entries", "verified_at");

export interface ClosingRow extends In<typeof CLOSED> {
  /** Hundredths of a salute. */
  opening: bigint;
  closing: bigint;
}

export function listClosings(sql: Sql, of: MonthOf): ClosingRow[] {
  return sql
    .all<In<typeof CLOSED> & { opening: string; closing: string }>(
      `SELECT ${CLOSED}, CAST(opening AS TEXT) AS opening, CAST(closing AS TEXT) AS closing FROM ledger_closings
         WHERE month = ?1 AND partner_id BETWEEN ?2 AND ?3 ORDER BY partner_id`,
      ...parametersOf(of),
    )
    .map((row) => ({ ...row, opening: BigInt(row.opening), closing: BigInt(row.closing) }));
}

export function upsertClosing(tx: Tx, row: Omit<ClosingRow, "verified_at">): void {
  tx.run(
    `INSERT INTO ledger_closings (month, partner_id, opening, closing, entries, verified_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (month, partner_id) DO UPDATE SET opening = excluded.opening, closing = excluded.closing,
         entries = excluded.entries, verified_at = excluded.verified_at`,
    row.month,
    row.partner_id,
    row.opening,
    row.closing,
    row.entries,
    tx.now,
  );
}
