import { setImmediate as breathe } from "node:timers/promises";
import type { Static } from "@sinclair/typebox";
import { inPages, type Sql } from "../../../db/sql.ts";
import { invalidQuery } from "../../../http/answers/problem.ts";
import { pageRequest, toPage } from "../../../http/input/paging.ts";
import { readPeriod } from "../../../http/input/period.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { readMetadata } from "../../platform/metadata/index.ts";
import { idsBetween } from "../entries/index.ts";
import { findUserByExternalId } from "../users/index.ts";
import type { DeskEntries, DeskEntry, EntryExportQuery, EntryFilter, EntryListQuery, Sums } from "./model.ts";
import {
  type DeskEntryRow,
  type DeskFilters,
  findPartnerId,
  findWindow,
  listWindow,
  type SumRow,
  sumWindow,
} from "./store.ts";

const NOT_ASKED = {
  partner: null,
  user: null,
  source: null,
  reason: null,
  key_id: null,
  idempotency_key: null,
  min_amount: null,
  max_amount: null,
  from: null,
  to: null,
  origin: null,
} satisfies Record<keyof EntryFilter, null>;

const FILTER_NAMES = Object.keys(NOT_ASKED) as (keyof EntryFilter)[];

/** The filter as it was sent, without other parameters: amounts in salutes. */
export function showFilter(filter: EntryFilter): Record<string, string | number> {
  return Object.fromEntries(
    FILTER_NAMES.flatMap((name) => {
      const value = filter[name];
      if (value === undefined) return [];
      return [[name, typeof value === "number" ? fromHundredths(value) : value]];
    }),
  );
}

/** The filter as records keep it: with the user's own id, because an external id must not outlive its person there. */
export function recordedFilter(sql: Sql, filter: EntryFilter): Record<string, string | number> {
  const { userId } = resolveFilter(sql, filter);
  return { ...showFilter(filter), ...(userId === null ? {} : { user: userId }) };
}

/** No row has this id. */
const NOBODY = 0;
const NEWEST = Number.MAX_SAFE_INTEGER;

/**
 * Unknown partners and users match nothing.
 * @throws Problem invalid_query for ext: without a partner, a reversed period, or amounts in the wrong order
 */
export function resolveFilter(sql: Sql, filter: EntryFilter): DeskFilters {
  const { min_amount: minAmount = null, max_amount: maxAmount = null } = filter;
  if (minAmount !== null && maxAmount !== null && minAmount > maxAmount)
    throw invalidQuery("max_amount", "must not be smaller than min_amount");
  const partnerId = filter.partner === undefined ? null : (findPartnerId(sql, filter.partner) ?? NOBODY);
  const period = readPeriod(filter);
  return {
    partnerId,
    userId: filter.user === undefined ? null : findUserId(sql, partnerId, filter.user),
    source: filter.source ?? null,
    reason: filter.reason ?? null,
    keyId: filter.key_id ?? null,
    idempotencyKey: filter.idempotency_key ?? null,
    minAmount,
    maxAmount,
    ...period,
    origin: filter.origin ?? null,
    ids: idsOf(sql, period),
  };
}

const NO_IDS = { min: 1, max: 0 };

function idsOf(sql: Sql, { from, to }: Pick<DeskFilters, "from" | "to">): DeskFilters["ids"] {
  if (from === null && to === null) return { min: 1, max: NEWEST };
  return idsBetween(sql, from ?? 0, to ?? NEWEST) ?? NO_IDS;
}

function findUserId(sql: Sql, partnerId: number | null, user: string): number {
  if (!user.startsWith("ext:")) return Number(user);
  if (partnerId === null) throw invalidQuery("user", "needs partner beside an external id");
  return findUserByExternalId(sql, partnerId, user.slice("ext:".length))?.id ?? NOBODY;
}

interface Found {
  rows: DeskEntryRow[];
  /** Where to resume a search that ended at its window's end; null if it found enough, or everything. */
  resumeAfter: number | null;
}

/** The newest matching entries before an id, of one window of the ledger. */
export function listMatching(
  sql: Sql,
  filters: DeskFilters,
  { before, limit }: { before: number | null; limit: number },
): Found {
  const window = findWindow(sql, filters, before ?? NEWEST);
  if (window === null) return { rows: [], resumeAfter: null };
  const rows = listWindow(sql, filters, { window, limit });
  return { rows, resumeAfter: rows.length < limit && window.from > filters.ids.min ? window.from : null };
}

/** Every matching entry before an id, newest first. */
function listAll(sql: Sql, filters: DeskFilters, start: number | null): Generator<DeskEntryRow, void> {
  return inPages<DeskEntryRow>((last) => {
    for (let before = last?.id ?? start; ; ) {
      const { rows, resumeAfter } = listMatching(sql, filters, { before, limit: CSV_ROWS });
      if (rows.length > 0 || resumeAfter === null) return rows;
      before = resumeAfter;
    }
  });
}

const CSV_ROWS = 1_000;

/** The sums of every matching entry, window by window between other work. */
export async function sumAll(sql: Sql, filters: DeskFilters): Promise<Static<typeof Sums>> {
  const all = { count: 0, credited: 0, debited: 0 };
  for (let before = NEWEST; ; ) {
    const window = findWindow(sql, filters, before);
    if (window === null) break;
    const { count, credited, debited } = sumWindow(sql, filters, window);
    all.count += count;
    all.credited += credited;
    all.debited += debited;
    before = window.from;
    await breathe();
  }
  return viewSums(all);
}

/** The sums of the newest window, and whether it holds everything. */
export function sumNewest(sql: Sql, filters: DeskFilters): { sums: Static<typeof Sums>; isWhole: boolean } {
  const window = findWindow(sql, filters, NEWEST) ?? { from: filters.ids.min, before: filters.ids.min };
  return { sums: viewSums(sumWindow(sql, filters, window)), isWhole: window.from === filters.ids.min };
}

function viewSums({ count, credited, debited }: SumRow): Static<typeof Sums> {
  return {
    count,
    credited: fromHundredths(credited),
    debited: fromHundredths(debited),
    net: fromHundredths(credited - debited),
  };
}

export async function readEntries(
  sql: Sql,
  { limit, cursor, ...filter }: Static<typeof EntryListQuery>,
): Promise<Static<typeof DeskEntries>> {
  const filters = resolveFilter(sql, filter);
  const request = pageRequest({ limit, cursor }, showFilter(filter));
  const { rows: found, resumeAfter } = listMatching(sql, filters, {
    before: request.after,
    limit: limit + 1,
  });
  const cutOff = resumeAfter === null ? null : { after: resumeAfter, offset: 0 };
  const { rows, pagination } = toPage(found, request, cutOff);
  const entries = rows.map(viewEntry);
  return {
    entries,
    count: entries.length,
    query: { ...NOT_ASKED, ...showFilter(filter), limit, cursor: cursor ?? null },
    sums: await sumAll(sql, filters),
    pagination: { ...pagination, next_offset: null },
  };
}

/** The entries of an export, with their metadata as text. */
export function exportEntries(
  sql: Sql,
  { limit = Number.POSITIVE_INFINITY, cursor, ...filter }: Static<typeof EntryExportQuery>,
) {
  const { after } = pageRequest({ limit, cursor }, showFilter(filter));
  return listAll(sql, resolveFilter(sql, filter), after)
    .take(limit)
    .map((row) => ({ ...viewEntry(row), metadata: row.metadata }));
}

function viewEntry(row: DeskEntryRow): Static<typeof DeskEntry> {
  return {
    ...row,
    metadata: readMetadata(row.metadata),
    user_id: String(row.user_id),
    delta: fromHundredths(row.delta),
    balance_after: fromHundredths(row.balance_after),
    created_at: isoUtc(row.created_at),
  };
}
