import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { pageRequest, toPage } from "../../../http/input/paging.ts";
import type { PartnerActor } from "../../../http/operation.ts";
import { isoUtc, timeOrNull } from "../../../kit/clock.ts";
import { type CsvCell, csvRow } from "../../../kit/formats/csv.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { formatMetadata, metadataPairs, readMetadata } from "../../platform/metadata/index.ts";
import { requireBalance, requireProvedBalance, requireUserEvenDeleted } from "../users/index.ts";
import type { Balance, Ledger, LedgerEntry, LedgerExportQuery, LedgerQuery } from "./model.ts";
import {
  type EntryFilters,
  type EntryRow,
  findEntryRow,
  listEntries,
  listEntryPages,
} from "./search-store.ts";

export function readBalance(sql: Sql, actor: PartnerActor, userId: string): Static<typeof Balance> {
  const user = requireBalance(sql, actor.partnerId, userId);
  const id = String(user.id);
  return {
    user_id: id,
    balance: fromHundredths(user.balance),
    partner_key_id: actor.keyId,
    docs_links: { openapi: "/api/openapi.yaml", docs: "/docs" },
    links: { ledger: `/api/salutes/ledger?user_id=${id}`, user: `/api/partner/users/${id}` },
  };
}

/** A page of the ledger: of one user (deleted ones too, by service id), or of all the partner's users. */
export function readLedger(
  sql: Sql,
  partnerId: number,
  query: Static<typeof LedgerQuery>,
): Static<typeof Ledger> {
  const user = query.user_id === undefined ? null : requireUserEvenDeleted(sql, partnerId, query.user_id);
  if (user !== null) requireProvedBalance(sql, user);
  const filters = entryFilters(query, user?.id ?? null);
  const request = pageRequest(query, filters);
  const { rows, cutOff } = listEntries(sql, partnerId, {
    filters,
    page: { ...request, limit: request.limit + 1 },
  });
  const page = toPage(rows, request, cutOff);
  return {
    user_id: user === null ? null : String(user.id),
    balance: user === null ? null : fromHundredths(user.balance),
    ledger: page.rows.map(entryView),
    count: page.rows.length,
    query: {
      user_id: query.user_id ?? null,
      limit: query.limit,
      offset: request.offset,
      cursor: query.cursor ?? null,
      order: query.order,
      reason: query.reason ?? null,
      source: query.source ?? null,
      idempotency_key: query.idempotency_key ?? null,
      metadata: query.metadata ?? null,
      from: query.from ?? null,
      to: query.to ?? null,
    },
    pagination: page.pagination,
  };
}

/** The partner's entry; null for another partner's, too. */
export function findEntry(sql: Sql, partnerId: number, id: number): Static<typeof LedgerEntry> | null {
  const row = findEntryRow(sql, partnerId, id);
  return row === null ? null : entryView(row);
}

/** The newest entries of one user or of all the partner's users. */
export function listRecentEntries(
  sql: Sql,
  { partnerId, userId, limit }: { partnerId: number; userId: number | null; limit: number },
): Static<typeof LedgerEntry>[] {
  const filters = entryFilters({ order: "desc" }, userId);
  const page = { limit, offset: 0, after: null };
  return listEntries(sql, partnerId, { filters, page }).rows.map(entryView);
}

const EXPORT_COLUMNS = [
  "id",
  "user_id",
  "delta",
  "balance_after",
  "reason",
  "source",
  "idempotency_key",
  "partner_key_id",
  "created_at",
  "reversed_by",
  "reverses",
  "metadata",
] as const;
const EXPORT_CHUNK_ROWS = 200;

/** The ledger as CSV, in chunks of rows: memory does not grow with the ledger. */
export function* exportLedger(
  sql: Sql,
  partnerId: number,
  query: Static<typeof LedgerExportQuery>,
): Generator<string> {
  const user = query.user_id === undefined ? null : requireUserEvenDeleted(sql, partnerId, query.user_id);
  const filters = entryFilters(query, user?.id ?? null);
  yield csvRow(EXPORT_COLUMNS);
  for (const rows of listEntryPages(sql, partnerId, { filters, limit: EXPORT_CHUNK_ROWS }))
    yield rows.map((row) => csvRow(csvCells(entryView(row)))).join("");
}

function csvCells(entry: Static<typeof LedgerEntry>): CsvCell[] {
  const cells = { ...entry, metadata: formatMetadata(entry.metadata) };
  return EXPORT_COLUMNS.map((column) => cells[column]);
}

function entryFilters(query: Static<typeof LedgerExportQuery>, userId: number | null): EntryFilters {
  return {
    userId,
    reason: query.reason ?? null,
    source: query.source ?? null,
    idempotencyKey: query.idempotency_key ?? null,
    metadata: metadataPairs(query.metadata),
    from: timeOrNull(query.from),
    to: timeOrNull(query.to),
    order: query.order,
  };
}

function entryView(row: EntryRow): Static<typeof LedgerEntry> {
  return {
    id: row.id,
    user_id: String(row.user_id),
    delta: fromHundredths(row.delta),
    balance_after: fromHundredths(row.balance_after),
    reason: row.reason,
    source: row.source,
    idempotency_key: row.idempotency_key,
    partner_key_id: row.partner_key_id,
    created_at: isoUtc(row.created_at),
    reversed_by: row.reversed_by,
    reverses: row.reverses,
    metadata: readMetadata(row.metadata),
  };
}
