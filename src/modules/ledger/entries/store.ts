import { Conditions } from "../../../db/conditions.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { ledgerEntries } from "../../../db/tables/ledger.ts";
import type { keyDailyCredits } from "../../../db/tables/partners.ts";
import { HOUR_MS } from "../../../kit/clock.ts";
import type { PagePosition } from "../../../kit/cursor.ts";
import { setBalance } from "../users/index.ts";

export interface NewEntry {
  partnerId: number;
  userId: number;
  /** Hundredths, negative for a debit. */
  delta: number;
  balanceAfter: number;
  reason: string;
  source: string;
  origin: "partner" | "system";
  idempotencyKey: string;
  payloadHash: string;
  /** HTTP status of the answer that reported the entry. */
  status: number;
  partnerKeyId: string | null;
}

export type EntryRow = Pick<
  RowOf<typeof ledgerEntries>,
  | "id"
  | "user_id"
  | "delta"
  | "balance_after"
  | "reason"
  | "source"
  | "idempotency_key"
  | "partner_key_id"
  | "created_at"
>;

/** The balance after the user's last entry, in hundredths; 0 without entries. */
export function readLastBalance(sql: Sql, userId: number): number {
  // The unary plus: SQLite 3.54 prepares a statement again at every call where a bare parameter meets an ORDER BY.
  const text = "SELECT balance_after FROM ledger_entries WHERE user_id = +? ORDER BY id DESC LIMIT 1";
  return sql.get<{ balance_after: number }>(text, userId)?.balance_after ?? 0;
}

/** Appends an entry and updates the balance. Returns the entry's id. */
export function insertEntry(tx: Tx, entry: NewEntry): number {
  const { lastInsertRowid } = tx.run(
    `INSERT INTO ledger_entries (partner_id, user_id, delta, balance_after, reason, source, origin, idempotency_key,
       payload_hash, status, partner_key_id, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    entry.partnerId,
    entry.userId,
    entry.delta,
    entry.balanceAfter,
    entry.reason,
    entry.source,
    entry.origin,
    entry.idempotencyKey,
    entry.payloadHash,
    entry.status,
    entry.partnerKeyId,
    tx.now,
  );
  // After the entry, because a trigger compares the two.
  setBalance(tx, entry.userId, entry.balanceAfter);
  return lastInsertRowid;
}

export interface EntryFilters {
  userId: number | null;
  reason: string | null;
  source: string | null;
  idempotencyKey: string | null;
  /** Unix milliseconds. */
  from: number | null;
  to: number | null;
  order: "asc" | "desc";
}

interface EntrySearch {
  filters: EntryFilters;
  page: PagePosition;
}

/** Entries by id, found by index at any depth: of one user, or of the whole partner. */
export function listEntries(sql: Sql, partnerId: number, { filters, page }: EntrySearch): EntryRow[] {
  const { userId, idempotencyKey, from, to, order } = filters;
  const few = columnWithFew(sql, partnerId, filters);
  // A unary plus keeps SQLite from a column's index, since the one with the fewest entries is to be read, and from
  // preparing the statement again for each value (see readLastBalance).
  const where = new Conditions();
  where.add(userId === null || few !== null ? "partner_id = +?" : "+partner_id = +?", partnerId);
  where.addGiven(few === null ? "user_id = +?" : "+user_id = +?", userId);
  for (const column of ["reason", "source"] as const) {
    // Unless it is unlikely, a search that also has times would use only the times.
    const isRead = few === null || few === column;
    where.addGiven(isRead ? `unlikely(${column} = +?)` : `+${column} = +?`, filters[column]);
  }
  where.addGiven("origin IN ('partner', 'system') AND idempotency_key = +?", idempotencyKey);
  if (from !== null || to !== null) {
    const between = idsBetween(sql, from ?? 0, to ?? Number.MAX_SAFE_INTEGER);
    if (between === null) return [];
    where.add("id >= +? AND id <= +?", between.min, between.max);
    where.addGiven("created_at >= +?", from).addGiven("created_at < +?", to);
  }
  where.addGiven(order === "desc" ? "id < +?" : "id > +?", page.after);
  return sql.all<EntryRow>(
    `SELECT id, user_id, delta, balance_after, reason, source, idempotency_key, partner_key_id, created_at
       FROM ledger_entries WHERE ${where.text} ORDER BY id ${order === "desc" ? "DESC" : "ASC"} LIMIT ? OFFSET ?`,
    ...where.values,
    page.limit,
    page.offset,
  );
}

/** Counting so many takes less time than reading the page. */
const FEW = 1_000;

/**
 * Of a search by a reason or source and something else, the column by whose value the partner has few entries: a user, or
 * the other column, can have a million. Null if there is none.
 */
function columnWithFew(
  sql: Sql,
  partnerId: number,
  { userId, reason, source }: EntryFilters,
): "reason" | "source" | null {
  if (userId === null && (reason === null || source === null)) return null;
  const hasFew = (column: "reason" | "source", value: string) =>
    sql.get(
      `SELECT 1 FROM ledger_entries WHERE partner_id = ? AND ${column} = ? LIMIT 1 OFFSET ${FEW}`,
      partnerId,
      value,
    ) === null;
  if (reason !== null && hasFew("reason", reason)) return "reason";
  return source !== null && hasFew("source", source) ? "source" : null;
}

/** An id range that holds all entries of a period and few others; null if there are none. */
function idsBetween(sql: Sql, from: number, to: number): { min: number; max: number } | null {
  const row = sql.get<{ min: number | null; max: number | null }>(
    "SELECT MIN(min_id) AS min, MAX(max_id) AS max FROM ledger_hours WHERE hour BETWEEN ? AND ?",
    Math.floor(from / HOUR_MS),
    Math.floor(to / HOUR_MS),
  );
  return row === null || row.min === null || row.max === null ? null : { min: row.min, max: row.max };
}

/** Limit of a day's total: above every balance and ceiling, and below the largest exact integer of JavaScript. */
const MOST_COUNTED = 9e15;

/** Credits of a key on a UTC day. */
interface DailyCredit {
  keyId: string;
  /** `2026-01-31` */
  day: string;
  /** Hundredths. */
  amount: number;
}

/** Adds to a key's credits of a UTC day. Returns the new total in hundredths. */
export function addDailyCredit(tx: Tx, { keyId, day, amount }: DailyCredit): number {
  const row = tx.get<Pick<RowOf<typeof keyDailyCredits>, "credited">>(
    `INSERT INTO key_daily_credits (key_id, day, credited) VALUES (?, ?, ?)
       ON CONFLICT (key_id, day) DO UPDATE SET credited = min(credited + excluded.credited, ?) RETURNING credited`,
    keyId,
    day,
    amount,
    MOST_COUNTED,
  );
  return row?.credited ?? amount;
}

export function subtractDailyCredit(tx: Tx, { keyId, day, amount }: DailyCredit): void {
  tx.run(
    "UPDATE key_daily_credits SET credited = max(0, credited - ?) WHERE key_id = ? AND day = ?",
    amount,
    keyId,
    day,
  );
}
