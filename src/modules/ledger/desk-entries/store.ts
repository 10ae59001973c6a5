import { Conditions } from "../../../db/conditions.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { ledgerEntries } from "../../../db/tables/ledger.ts";
import { type EntryLinks, LINKS, RECENT } from "../entries/index.ts";

/** Resolved filters; null where unset. Amounts in hundredths, times in Unix milliseconds. */
export interface DeskFilters {
  partnerId: number | null;
  userId: number | null;
  source: string | null;
  reason: string | null;
  keyId: string | null;
  idempotencyKey: string | null;
  minAmount: number | null;
  maxAmount: number | null;
  from: number | null;
  to: number | null;
  origin: RowOf<typeof ledgerEntries>["origin"] | null;
  /** Ids that the entries of the period have, and few others. */
  ids: { min: number; max: number };
}

export interface DeskEntryRow
  extends EntryLinks,
    Pick<
      RowOf<typeof ledgerEntries>,
      | "id"
      | "user_id"
      | "delta"
      | "balance_after"
      | "reason"
      | "source"
      | "origin"
      | "idempotency_key"
      | "partner_key_id"
      | "created_at"
      | "metadata"
    > {
  partner: string;
}

/** Part of the ledger by id: entries from `from` on, and before `before`. */
export interface Window {
  from: number;
  before: number;
}

/** Entries of a window: reading so many by id takes about 10 ms. */
const WINDOW = 10_000;

/** The index of entries by partner and id, of those with a reason or a source alone if the filters have one. */
function indexOf({ partnerId, reason, source }: DeskFilters): { table: string; where: Conditions } {
  const where = new Conditions();
  if (partnerId === null) where.add("partner_id IN (SELECT id FROM partners)");
  else where.add("partner_id = +?", partnerId);
  if (reason !== null) return { table: "ledger_by_reason", where: where.add("reason = +?", reason) };
  if (source !== null) return { table: "ledger_by_source", where: where.add("source = +?", source) };
  return { table: "ledger_by_partner", where };
}

function isIndexed({ partnerId, reason, source }: DeskFilters): boolean {
  return partnerId !== null || reason !== null || source !== null;
}

/**
 * The newest window before an id and within the filters' ids; null if no entries are left. It follows the index of a user
 * or a partner, if given, and holds all of these ids if an index finds few entries in them.
 */
export function findWindow(sql: Sql, filters: DeskFilters, end: number): Window | null {
  const { ids, partnerId, userId } = filters;
  const before = Math.min(end, ids.max + 1);
  if (before <= ids.min) return null;
  if (isRare(sql, filters, before)) return { from: ids.min, before };
  const skip = WINDOW - 1;
  const { table, where } = indexOf(filters);
  const oldest =
    userId !== null
      ? sql.get<{ id: number }>(
          "SELECT id FROM ledger_entries WHERE user_id = +? AND id < +? ORDER BY id DESC LIMIT 1 OFFSET ?",
          userId,
          before,
          skip,
        )
      : partnerId !== null
        ? sql.get<{ id: number }>(
            `SELECT entry_id AS id FROM ${table} WHERE ${where.text} AND entry_id < +?
               ORDER BY entry_id DESC LIMIT 1 OFFSET ?`,
            ...where.values,
            before,
            skip,
          )
        : sql.get<{ id: number }>(
            "SELECT id FROM ledger_entries WHERE id < +? ORDER BY id DESC LIMIT 1 OFFSET ?",
            before,
            skip,
          );
  return { from: Math.max(oldest?.id ?? 0, ids.min), before };
}

/** Whether all partners together have less than a window of entries with these filters, as an index says. */
function isRare(sql: Sql, filters: DeskFilters, before: number): boolean {
  const { idempotencyKey, partnerId, userId, reason, source } = filters;
  if (idempotencyKey !== null) return true;
  if (userId !== null || partnerId !== null || (reason === null && source === null)) return false;
  const { table, where } = indexOf(filters);
  const { count } = sql.one<{ count: number }>(
    `SELECT count(*) AS count FROM (SELECT 1 FROM ${table} WHERE ${where.text} AND entry_id < +? LIMIT ?)`,
    ...where.values,
    before,
    WINDOW,
  );
  return count < WINDOW;
}

export function listWindow(
  sql: Sql,
  filters: DeskFilters,
  { window, limit }: { window: Window; limit: number },
): DeskEntryRow[] {
  const where = conditionsOf(filters, window);
  return sql.all<DeskEntryRow>(
    `SELECT e.id, p.name AS partner, e.user_id, e.delta, e.balance_after, e.reason, e.source, e.origin, e.idempotency_key,
         e.partner_key_id, e.created_at, e.metadata, ${LINKS}
       FROM ledger_entries AS e CROSS JOIN partners AS p ON p.id = e.partner_id
       WHERE ${where.text} ORDER BY e.id DESC LIMIT ?`,
    ...where.values,
    limit,
  );
}

/** Amounts in hundredths. */
export interface SumRow {
  count: number;
  credited: number;
  debited: number;
}

export function sumWindow(sql: Sql, filters: DeskFilters, window: Window): SumRow {
  const where = conditionsOf(filters, window);
  return sql.one<SumRow>(
    `SELECT count(*) AS count, ifnull(sum(max(e.delta, 0)), 0) AS credited, ifnull(sum(max(-e.delta, 0)), 0) AS debited
       FROM ledger_entries AS e WHERE ${where.text}`,
    ...where.values,
  );
}

function conditionsOf(filters: DeskFilters, { from, before }: Window): Conditions {
  const { idempotencyKey, partnerId, userId } = filters;
  const where = new Conditions();
  if (idempotencyKey !== null) {
    where.add(
      "e.partner_id IN (SELECT id FROM partners) AND e.origin IN ('partner', 'batch', 'system') AND e.idempotency_key = +?",
      idempotencyKey,
    );
    where.add("+e.id >= +? AND +e.id < +?", from, before).addGiven("+e.user_id = +?", userId);
  } else if (userId !== null) {
    where.add("e.user_id = +? AND e.id >= +? AND e.id < +?", userId, from, before);
  } else if (isIndexed(filters)) {
    const index = indexOf(filters);
    where.add(
      `e.id IN (SELECT entry_id FROM ${index.table} WHERE ${index.where.text} AND entry_id >= +? AND entry_id < +?
         UNION ALL SELECT id FROM ledger_entries WHERE ${RECENT} AND id >= +? AND id < +?)`,
      ...index.where.values,
      from,
      before,
      from,
      before,
    );
  } else where.add("e.id >= +? AND e.id < +?", from, before);
  where.addGiven("+e.partner_id = +?", partnerId).addGiven("e.source = +?", filters.source);
  where.addGiven("e.reason = +?", filters.reason).addGiven("e.partner_key_id = +?", filters.keyId);
  where.addGiven("abs(e.delta) >= +?", filters.minAmount).addGiven("abs(e.delta) <= +?", filters.maxAmount);
  where.addGiven("e.created_at >= +?", filters.from).addGiven("e.created_at < +?", filters.to);
  return where.addGiven("+e.origin = +?", filters.origin);
}

export function findPartnerId(sql: Sql, name: string): number | null {
  return sql.get<{ id: number }>("SELECT id FROM partners WHERE name = ?", name)?.id ?? null;
}
