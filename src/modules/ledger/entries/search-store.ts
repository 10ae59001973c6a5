import { Conditions } from "../../../db/conditions.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { ledgerEntries, ledgerHours } from "../../../db/tables/ledger.ts";
import { HOUR_MS } from "../../../kit/clock.ts";
import type { PagePosition } from "../../../kit/cursor.ts";
import { addMetadata, type MetadataPair } from "../../platform/metadata/index.ts";
import { type EntryLinks, LINKS } from "./links.ts";

/** The newest entry in the search tables: see `ledgerSearch`. */
export const THROUGH = "ifnull((SELECT through_id FROM ledger_search), 0)";

/** The entries, 63 at most, that are not in the search tables yet. */
export const RECENT = `id > ${THROUGH}`;

export interface EntryRow
  extends EntryLinks,
    Pick<
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
      | "metadata"
    > {}

const COLUMNS = `e.user_id, e.delta, e.balance_after, e.reason, e.source, e.idempotency_key, e.partner_key_id,
  e.created_at, e.metadata, ${LINKS}`;

export interface EntryFilters {
  userId: number | null;
  reason: string | null;
  source: string | null;
  idempotencyKey: string | null;
  metadata: readonly MetadataPair[];
  /** Unix milliseconds. */
  from: number | null;
  to: number | null;
  order: "asc" | "desc";
}

interface EntrySearch {
  filters: EntryFilters;
  page: PagePosition;
}

/** An id range. */
interface Between {
  min: number;
  max: number;
}

/** Entries by id, found by index at any depth: of one user, or of the whole partner. */
export function listEntries(sql: Sql, partnerId: number, { filters, page }: EntrySearch): EntryRow[] {
  const { from, to, order } = filters;
  const isTimed = from !== null || to !== null;
  const between = isTimed ? idsBetween(sql, from ?? 0, to ?? Number.MAX_SAFE_INTEGER) : null;
  if (isTimed && between === null) return [];
  const parts = partsOf(sql, partnerId, filters).map(({ rows, id, where }) => {
    if (between !== null) where.add(`${id} >= +? AND ${id} <= +?`, between.min, between.max);
    where.addGiven("e.created_at >= +?", from).addGiven("e.created_at < +?", to);
    where.addGiven(order === "desc" ? `${id} < +?` : `${id} > +?`, page.after);
    return { text: `SELECT ${id} AS id, ${COLUMNS} FROM ${rows} WHERE ${where.text}`, values: where.values };
  });
  return sql.all<EntryRow>(
    `${parts.map(({ text }) => text).join(" UNION ALL ")}
       ORDER BY id ${order === "desc" ? "DESC" : "ASC"} LIMIT ? OFFSET ?`,
    ...parts.flatMap(({ values }) => values),
    page.limit,
    page.offset,
  );
}

/** The partner's entry; null for another partner's, too. */
export function findEntryRow(sql: Sql, partnerId: number, id: number): EntryRow | null {
  return sql.get<EntryRow>(
    `SELECT e.id, ${COLUMNS} FROM ledger_entries AS e WHERE e.id = ? AND +e.partner_id = ?`,
    id,
    partnerId,
  );
}

/** All entries that match, from the first on, in pages: memory does not grow with the ledger. */
export function* listEntryPages(
  sql: Sql,
  partnerId: number,
  { filters, limit }: { filters: EntryFilters; limit: number },
): Generator<EntryRow[], void> {
  for (let after: number | null = null; ; ) {
    const rows = listEntries(sql, partnerId, { filters, page: { after, limit, offset: 0 } });
    const last: EntryRow | undefined = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.id;
  }
}

/** A part of a search, read in the order of ids. */
interface Part {
  /** The FROM clause; `e` is the entry. */
  rows: string;
  /** The column with the entry's id. */
  id: string;
  where: Conditions;
}

/** One user's entries, or those with a reference, are found by the table's own indexes; others by a search table. */
function partsOf(sql: Sql, partnerId: number, filters: EntryFilters): Part[] {
  const few = columnWithFew(sql, partnerId, filters);
  const entries = (index: "user" | "reference" | null) => ({
    rows: "ledger_entries AS e",
    id: "e.id",
    where: conditionsOf(partnerId, filters, index),
  });
  if (filters.idempotencyKey !== null) return [entries("reference")];
  if (filters.userId !== null && few === null) return [entries("user")];
  const recent = entries(null);
  recent.where.add(RECENT);
  return [recent, searchPart(partnerId, filters, few)];
}

/**
 * Conditions on an entry by the index that is to be used; null for the order of ids. A plus before a column keeps SQLite
 * from its indexes; one before a parameter: see `readLastBalance`.
 */
function conditionsOf(
  partnerId: number,
  { userId, idempotencyKey, reason, source, metadata }: EntryFilters,
  index: "user" | "reference" | null,
): Conditions {
  const where = new Conditions();
  where.add(index === "reference" ? "e.partner_id = +?" : "+e.partner_id = +?", partnerId);
  where.addGiven(index === "user" ? "e.user_id = +?" : "+e.user_id = +?", userId);
  where.addGiven("e.reason = +?", reason).addGiven("e.source = +?", source);
  addMetadata(where, "e.metadata", metadata);
  return where.addGiven(
    "e.origin IN ('partner', 'batch', 'system') AND e.idempotency_key = +?",
    idempotencyKey,
  );
}

/** The older entries, by the search table of a condition, the one with few entries if there is one. */
function searchPart(partnerId: number, filters: EntryFilters, few: SearchedColumn | null): Part {
  const { userId, reason, source, metadata } = filters;
  const where = new Conditions().add("found.partner_id = +?", partnerId);
  const [note, ...otherNotes] = metadata;
  const by =
    few ??
    (note !== undefined ? "metadata" : reason !== null ? "reason" : source !== null ? "source" : "partner");
  if (by === "metadata" && note !== undefined)
    where.add("found.name = +? AND found.value = +?", note.name, note.value);
  where.addGiven(by === "reason" ? "found.reason = +?" : "e.reason = +?", reason);
  where.addGiven(by === "source" ? "found.source = +?" : "e.source = +?", source);
  addMetadata(where, "e.metadata", by === "metadata" ? otherNotes : metadata);
  where.addGiven("+e.user_id = +?", userId);
  const table = `ledger_by_${by}`;
  return {
    rows: `${table} AS found CROSS JOIN ledger_entries AS e ON e.id = found.entry_id`,
    id: "found.entry_id",
    where,
  };
}

type SearchedColumn = "reason" | "source";

/** Counting so many takes less time than reading the page. */
const FEW = 1_000;

/** The more selective of `reason` and `source`, judged by the partner's number of entries; null if neither is. */
function columnWithFew(
  sql: Sql,
  partnerId: number,
  { userId, reason, source, metadata }: EntryFilters,
): SearchedColumn | null {
  if (userId === null && metadata.length === 0 && (reason === null || source === null)) return null;
  const hasFew = (column: SearchedColumn, value: string) =>
    sql.get(
      `SELECT 1 FROM ledger_by_${column} WHERE partner_id = ? AND ${column} = ? LIMIT 1 OFFSET ${FEW}`,
      partnerId,
      value,
    ) === null;
  if (reason !== null && hasFew("reason", reason)) return "reason";
  return source !== null && hasFew("source", source) ? "source" : null;
}

/** An id range that holds all entries of a period and few others; null if there are none. */
export function idsBetween(sql: Sql, from: number, to: number): Between | null {
  const { min, max } = sql.one<{ [End in keyof Between]: number | null }>(
    `SELECT min(min_id) AS min, max(max_id) AS max FROM (
       SELECT min_id, max_id FROM ledger_hours WHERE hour BETWEEN ? AND ?
       UNION ALL SELECT id, id FROM ledger_entries WHERE ${RECENT} AND created_at >= ? AND created_at < ?)`,
    Math.floor(from / HOUR_MS),
    Math.floor(to / HOUR_MS),
    from,
    to,
  );
  return min === null || max === null ? null : { min, max };
}

/** Number of entries of all partners since a time, of the newest `limit`: an hour may have millions before that time. */
export function countEntriesSince(
  sql: Sql,
  since: number,
  { now, limit }: { now: number; limit: number },
): number {
  const between = idsBetween(sql, since, now + HOUR_MS);
  if (between === null) return 0;
  return sql.one<{ count: number }>(
    "SELECT count(*) AS count FROM ledger_entries WHERE id BETWEEN ? AND ? AND created_at >= ?",
    Math.max(between.min, between.max - limit + 1),
    between.max,
    since,
  ).count;
}

/** Entries per clock hour, from a given hour on, over all partners. */
export function countEntriesByHour(
  sql: Sql,
  fromHour: number,
): Pick<RowOf<typeof ledgerHours>, "hour" | "entries">[] {
  return sql.all(
    `SELECT hour, sum(entries) AS entries FROM (
       SELECT hour, entries FROM ledger_hours WHERE hour >= ?1
       UNION ALL SELECT created_at / ${HOUR_MS}, 1 FROM ledger_entries
         WHERE ${RECENT} AND created_at >= ?1 * ${HOUR_MS})
     GROUP BY hour ORDER BY hour`,
    fromHour,
  );
}
