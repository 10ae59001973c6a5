import { columns, type In } from "../../../db/columns.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { ledgerClosings, ledgerMonths } from "../../../db/tables/desk/months.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import { RECENT, THROUGH } from "../entries/index.ts";

const MOVED = columns<typeof ledgerMonths>()(
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
const KIND = `CASE WHEN origin = 'system' THEN substr(idempotency_key, 1, instr(idempotency_key, ':') - 1)
  WHEN reason = 'conversion' AND delta < 0 THEN 'conversion' ELSE origin END`;
/** The largest sum that is kept, as the trigger has it: below 2^53. */
const MOST = 9_000_000_000_000_000;
const SUMS = `sum(delta > 0) AS credits, min(sum(max(delta, 0)), ${MOST}) AS credited,
  sum(delta < 0) AS debits, min(sum(max(-delta, 0)), ${MOST}) AS debited`;
const SUMMED = ["credits", "credited", "debits", "debited"] as const;

/** Sums of entries by partner, month, kind and reason. @param where a condition on `ledger_entries` */
function counted(where: string): string {
  return `SELECT partner_id, ${MONTH} AS month, ${KIND} AS kind, reason, ${SUMS} FROM ledger_entries
    WHERE ${where} GROUP BY 1, 2, 3, 4`;
}

/** The kept sums and the entry up to which they count, of one snapshot; one row without a partner if there are none. */
const KEPT = `SELECT through, ${MOVED} FROM (SELECT ${THROUGH} AS through) LEFT JOIN ledger_months`;

/**
 * Faults of the kept sums. Entries are added up in the order of their table: sorting all of them takes 90 bytes of memory
 * for each, and sorting portions of them twice the time.
 */
export function* faultsOfSums(sql: Sql): Generator<string> {
  const kept = sql.all<MovementRow & { through: number }>(KEPT);
  const sums = countThrough(sql, kept[0]?.through ?? 0);
  const faulty = new Set<string>();
  for (const row of kept) {
    const found = sums.get(keyOf(row));
    sums.delete(keyOf(row));
    if (
      row.partner_id !== null &&
      (found === undefined || SUMMED.some((column) => found[column] !== row[column]))
    )
      faulty.add(faultOf(row));
  }
  for (const row of sums.values()) faulty.add(faultOf(row));
  yield* faulty;
}

/** One entry, for its group. */
type Movement = Pick<MovementRow, "partner_id" | "kind" | "reason"> & { day: number; delta: number };

const MOVEMENTS = `SELECT partner_id, created_at / ${DAY_MS} AS day, ${KIND} AS kind, reason, delta
  FROM ledger_entries NOT INDEXED WHERE id <= ?`;

/** Sums of the entries up to this one, which never change, by partner, month, kind and reason. */
function countThrough(sql: Sql, through: number): Map<string, MovementRow> {
  const sums = new Map<string, MovementRow>();
  /** The sum that each partner's last entry belongs to, and most often its next one, too. */
  const latest = new Map<number, MovementRow>();
  const months = new Map<number, string>();
  for (const { partner_id, day, kind, reason, delta } of sql.iterate<Movement>(MOVEMENTS, through)) {
    const month = months.get(day) ?? monthOf(sql, day);
    months.set(day, month);
    let sum = latest.get(partner_id);
    if (sum === undefined || sum.month !== month || sum.kind !== kind || sum.reason !== reason) {
      const none = { partner_id, month, kind, reason, credits: 0, credited: 0, debits: 0, debited: 0 };
      sum = sums.get(keyOf(none)) ?? none;
      sums.set(keyOf(sum), sum);
      latest.set(partner_id, sum);
    }
    addTo(sum, delta);
  }
  return sums;
}

function addTo(sum: MovementRow, delta: number): void {
  if (delta > 0) {
    sum.credits++;
    sum.credited = Math.min(sum.credited + delta, MOST);
  } else if (delta < 0) {
    sum.debits++;
    sum.debited = Math.min(sum.debited - delta, MOST);
  }
}

/** By SQLite, as for the kept sums: a damaged time has no month there. @param day since 1970 */
function monthOf(sql: Sql, day: number): string {
  return String(
    sql.one<{ month: string | null }>(`SELECT strftime('%Y-%m', ? * 86400, 'unixepoch') AS month`, day).month,
  );
}

function keyOf({ partner_id, month, kind, reason }: MovementRow): string {
  return `${partner_id} ${month} ${kind} ${reason}`;
}

function faultOf({ partner_id, month }: MovementRow): string {
  return `the sums of partner ${partner_id} in ${month} are not those of its entries`;
}

/** Movements of all partners in a month, from the kept sums and the newest entries. */
export function listMovements(sql: Sql, month: string): MovementRow[] {
  return sql.all<MovementRow>(
    `SELECT ${MOVED} FROM ledger_months WHERE month = ?1
       UNION ALL SELECT * FROM (${counted(RECENT)}) WHERE month = ?1`,
    month,
  );
}

/** Sums of each partner's entries before a month. */
export function listOpenings(sql: Sql, month: string): { partner_id: number; opening: number }[] {
  return sql.all(
    `SELECT partner_id, sum(amount) AS opening FROM (
         SELECT partner_id, sum(credited - debited) AS amount FROM ledger_months WHERE month < ?1 GROUP BY partner_id
         UNION ALL SELECT partner_id, delta FROM ledger_entries WHERE ${RECENT} AND ${MONTH} < ?1)
       GROUP BY partner_id`,
    month,
  );
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

export function listClosings(sql: Sql, month: string): ClosingRow[] {
  return sql.all<ClosingRow>(
    `SELECT ${CLOSED} FROM ledger_closings WHERE month = ? ORDER BY partner_id`,
    month,
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
