import { nextId } from "../../../db/next-id.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { ledgerEntries } from "../../../db/tables/ledger.ts";
import { type Hundredths, hundredths } from "../../../kit/money.ts";
import { noteEntry } from "../../platform/idempotency/index.ts";
import { setBalance } from "../users/index.ts";
import { MOST_ITEMS } from "./batch/model.ts";
import { RECENT } from "./entry-hours.ts";

export interface NewEntry {
  partnerId: number;
  userId: number;
  /** Hundredths, negative for a debit. */
  delta: Hundredths;
  balanceAfter: Hundredths;
  reason: string;
  source: string;
  origin: RowOf<typeof ledgerEntries>["origin"];
  idempotencyKey: string;
  payloadHash: string;
  /** HTTP status of the answer that reported the entry. */
  status: number;
  partnerKeyId: string | null;
  /** As stored. */
  metadata: string | null;
}

/** The balance after the user's last entry, in hundredths; 0 without entries. */
export function readLastBalance(sql: Sql, userId: number): Hundredths {
  // The unary plus: SQLite 3.54 prepares a statement again at every call where a bare parameter meets an ORDER BY.
  const text = "SELECT balance_after FROM ledger_entries WHERE user_id = +? ORDER BY id DESC LIMIT 1";
  type Row = Pick<RowOf<typeof ledgerEntries>, "balance_after">;
  return sql.get<Row>(text, userId)?.balance_after ?? hundredths(0);
}

/** Appends an entry and updates the balance. Returns the entry's id. */
export function insertEntry(tx: Tx, entry: NewEntry): number {
  const id = nextId(tx, "ledger_entries");
  tx.run(
    `INSERT INTO ledger_entries (id, partner_id, user_id, delta, balance_after, reason, source, origin, idempotency_key,
       payload_hash, status, partner_key_id, metadata, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
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
    entry.metadata,
    tx.now,
  );
  // After the entry, because a trigger compares the two.
  setBalance(tx, entry.userId, entry.balanceAfter);
  if (entry.origin === "partner")
    noteEntry(tx, { partnerId: entry.partnerId, idempotencyKey: entry.idempotencyKey, id });
  return id;
}

export type PostedRow = Pick<RowOf<typeof ledgerEntries>, "id" | "user_id" | "delta" | "balance_after">;

export function readPosted(sql: Sql, id: number): PostedRow {
  return sql.one<PostedRow>("SELECT id, user_id, delta, balance_after FROM ledger_entries WHERE id = ?", id);
}

/** The entry of a batch's item without a key of its own. @param reference the batch's key and the item's place */
export function findBatchEntry(sql: Sql, partnerId: number, reference: string): PostedRow | null {
  return sql.get<PostedRow>(
    `SELECT id, user_id, delta, balance_after FROM ledger_entries
      WHERE partner_id = ? AND origin = 'batch' AND idempotency_key = ?`,
    partnerId,
    reference,
  );
}

type FirstOfBatch = Pick<
  RowOf<typeof ledgerEntries>,
  "id" | "idempotency_key" | "payload_hash" | "created_at"
>;

/** The places of a batch's items, in the order of the index. */
const PLACES = Array.from({ length: MOST_ITEMS }, (_, index) => String(index)).sort();

/**
 * An entry of the batch with this key, `<key>:<place>`; null without one. Other batches may have thousands of entries
 * between two places, `<key>:<place>:…`, each of which would be read in a search of the whole range.
 */
export function findFirstOfBatch(sql: Sql, partnerId: number, key: string): FirstOfBatch | null {
  let passed = "";
  for (const place of PLACES) {
    if (place <= passed) continue;
    const next = sql.get<FirstOfBatch>(
      `SELECT id, idempotency_key, payload_hash, created_at FROM ledger_entries
        WHERE partner_id = +? AND origin = 'batch' AND idempotency_key >= +? AND idempotency_key < +?
        ORDER BY idempotency_key LIMIT 1`,
      partnerId,
      `${key}:${place}`,
      `${key}::`,
    );
    passed = next?.idempotency_key.slice(key.length + 1) ?? "";
    if (next === null || /^(0|[1-9]\d{0,2})$/.test(passed)) return next;
  }
  return null;
}

/** Limit of a day's total: above every balance and ceiling, and below the largest exact integer of JavaScript. */
const MOST_COUNTED = 9e15;

/** A key on a UTC day. */
interface KeyDay {
  keyId: string;
  /** `2026-01-31` */
  day: string;
}

/** Hundredths that a key credited on a day, and those of claims that it issued then. */
export function readDailyCredit(sql: Sql, { keyId, day }: KeyDay): number {
  return sql.one<{ credited: number }>(
    `SELECT ifnull((SELECT credited FROM key_daily_credits WHERE key_id = ?1 AND day = ?2), 0)
       + ifnull((SELECT sum(delta) FROM ledger_entries WHERE ${RECENT} AND partner_key_id = ?1 AND delta > 0
         AND date(created_at / 1000, 'unixepoch') = ?2), 0) AS credited`,
    keyId,
    day,
  ).credited;
}

/** Adds to a key's day what no ledger entry says. @param amount hundredths; negative to subtract */
export function addDailyCredit(tx: Tx, { keyId, day, amount }: KeyDay & { amount: number }): void {
  tx.run(
    `INSERT INTO key_daily_credits (key_id, day, credited) VALUES (?, ?, max(0, ?3))
       ON CONFLICT (key_id, day) DO UPDATE SET credited = min(max(0, credited + ?3), ?4)`,
    keyId,
    day,
    amount,
    MOST_COUNTED,
  );
}
