import { Conditions } from "../../../db/conditions.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { ledgerEntries } from "../../../db/tables/ledger.ts";
import type { Continuation, PagePosition } from "../../../kit/cursor.ts";
import { addMetadata, type MetadataPair } from "../../platform/metadata/index.ts";
import { idsBetween, RECENT } from "./entry-hours.ts";
import { type EntryLinks, LINKS } from "./links.ts";
import { findWindowEnd, type Index } from "./search-window.ts";

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

export interface FoundEntries {
  rows: EntryRow[];
  /** Where to resume a search that examined as much as one page may; null if it found enough, or everything. */
  cutOff: Continuation | null;
}

/** Entries by id, found by index at any depth: of one user, or of the whole partner. */
export function listEntries(sql: Sql, partnerId: number, { filters, page }: EntrySearch): FoundEntries {
  const { from, to, order } = filters;
  const isTimed = from !== null || to !== null;
  const between = isTimed ? idsBetween(sql, from ?? 0, to ?? Number.MAX_SAFE_INTEGER) : null;
  if (isTimed && between === null) return { rows: [], cutOff: null };
  const { parts: found, index } = partsOf(sql, partnerId, filters);
  const end = index === null ? null : findWindowEnd(sql, index, { between, after: page.after, order });
  const parts = found.map(({ rows, id, where }) => {
    if (between !== null) where.add(`${id} >= +? AND ${id} <= +?`, between.min, between.max);
    where.addGiven("e.created_at >= +?", from).addGiven("e.created_at < +?", to);
    where.addGiven(order === "desc" ? `${id} < +?` : `${id} > +?`, page.after);
    where.addGiven(order === "desc" ? `${id} >= +?` : `${id} <= +?`, end);
    return { text: `SELECT ${id} AS id, ${COLUMNS} FROM ${rows} WHERE ${where.text}`, values: where.values };
  });
  const select = (limit: number, offset: number) =>
    sql.all<EntryRow>(
      `${parts.map(({ text }) => text).join(" UNION ALL ")}
         ORDER BY id ${order === "desc" ? "DESC" : "ASC"} LIMIT ? OFFSET ?`,
      ...parts.flatMap(({ values }) => values),
      limit,
      offset,
    );
  const rows = select(page.limit, page.offset);
  if (end === null || rows.length === page.limit) return { rows, cutOff: null };
  const skipped = rows.length > 0 ? page.offset : select(page.offset, 0).length;
  return { rows, cutOff: { after: end, offset: page.offset - skipped } };
}

/** The partner's entry; null for another partner's, too. */
export function findEntryRow(sql: Sql, partnerId: number, id: number): EntryRow | null {
  return sql.get<EntryRow>(
    `SELECT e.id, ${COLUMNS} FROM ledger_entries AS e WHERE e.id = ? AND +e.partner_id = ?`,
    id,
    partnerId,
  );
}

/** All entries that match, from the first on, in pages, some of them empty: memory does not grow with the ledger. */
export function* listEntryPages(
  sql: Sql,
  partnerId: number,
  { filters, limit }: { filters: EntryFilters; limit: number },
): Generator<EntryRow[], void> {
  for (let after: number | null = null; ; ) {
    const { rows, cutOff } = listEntries(sql, partnerId, { filters, page: { after, limit, offset: 0 } });
    const end: number | undefined = cutOff?.after ?? rows.at(-1)?.id;
    if (end === undefined) return;
    yield rows;
    after = end;
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

interface Search {
  parts: Part[];
  /** Null if each entry that it has is found, or if it has few. */
  index: Index | null;
}

/** One user's entries, or those with a reference, are found by the table's own indexes; others by a search table. */
function partsOf(sql: Sql, partnerId: number, filters: EntryFilters): Search {
  const { userId, reason, source, metadata } = filters;
  const given = [userId, reason, source, ...metadata].filter((each) => each !== null).length;
  const few = columnWithFew(sql, partnerId, filters);
  const entries = (index: "user" | "reference" | null) => ({
    rows: "ledger_entries AS e",
    id: "e.id",
    where: conditionsOf(partnerId, filters, index),
  });
  if (filters.idempotencyKey !== null) return { parts: [entries("reference")], index: null };
  const isSparse = given > 1 && few === null;
  if (userId !== null && few === null) {
    const where = new Conditions().add("user_id = +?", userId);
    return {
      parts: [entries("user")],
      index: isSparse ? { table: "ledger_entries", where } : null,
    };
  }
  const recent = entries(null);
  recent.where.add(RECENT);
  const { part, index } = searchPart(partnerId, filters, few);
  return { parts: [recent, part], index: isSparse ? index : null };
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
function searchPart(
  partnerId: number,
  filters: EntryFilters,
  few: SearchedColumn | null,
): { part: Part; index: Index } {
  const { userId, reason, source, metadata } = filters;
  const where = new Conditions().add("found.partner_id = +?", partnerId);
  const indexed = new Conditions().add("partner_id = +?", partnerId);
  const [note, ...otherNotes] = metadata;
  const by =
    few ??
    (note !== undefined ? "metadata" : reason !== null ? "reason" : source !== null ? "source" : "partner");
  if (by === "metadata" && note !== undefined) {
    where.add("found.name = +? AND found.value = +?", note.name, note.value);
    indexed.add("name = +? AND value = +?", note.name, note.value);
  }
  indexed.addGiven("reason = +?", by === "reason" ? reason : null);
  indexed.addGiven("source = +?", by === "source" ? source : null);
  where.addGiven(by === "reason" ? "found.reason = +?" : "e.reason = +?", reason);
  where.addGiven(by === "source" ? "found.source = +?" : "e.source = +?", source);
  addMetadata(where, "e.metadata", by === "metadata" ? otherNotes : metadata);
  where.addGiven("+e.user_id = +?", userId);
  const table = `ledger_by_${by}`;
  return {
    part: {
      rows: `${table} AS found CROSS JOIN ledger_entries AS e ON e.id = found.entry_id`,
      id: "found.entry_id",
      where,
    },
    index: { table, where: indexed },
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
