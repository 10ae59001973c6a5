import type { Static } from "@sinclair/typebox";
import { inPages, type Sql } from "../../../db/sql.ts";
import { pageRequest, toPage } from "../../../http/input/paging.ts";
import { readPeriod } from "../../../http/input/period.ts";
import { isoUtc, isoUtcOrNull } from "../../../kit/clock.ts";
import { type AuditEntry, listAudit } from "../audit/index.ts";
import type { Entry, Trail, TrailListQuery, TrailQuery } from "./model.ts";

export const PAGE_ROWS = 100;

function toFilters(query: TrailQuery) {
  return { ...query, ...readPeriod(query) };
}

export function listPage(sql: Sql, query: TrailQuery): AuditEntry[] {
  return listAudit(sql, PAGE_ROWS, toFilters(query));
}

/** Every matching entry, newest first. */
export function listAll(sql: Sql, query: TrailQuery): Generator<AuditEntry, void> {
  const filters = toFilters(query);
  return inPages<AuditEntry>((after) =>
    listAudit(sql, PAGE_ROWS, after === null ? filters : { ...filters, before: after.id }),
  );
}

export function readTrail(
  sql: Sql,
  { limit, offset, cursor, ...filters }: TrailListQuery,
): Static<typeof Trail> {
  const request = pageRequest({ limit, offset, cursor }, filters);
  const wanted = toFilters(filters);
  const before = request.after ?? undefined;
  const found = listAudit(sql, request.offset + limit + 1, { ...wanted, before });
  const { rows, pagination } = toPage(found.slice(request.offset), request);
  return {
    entries: rows.map(viewEntry),
    count: rows.length,
    query: {
      actor: filters.actor ?? null,
      action: filters.action ?? null,
      subject: filters.subject ?? null,
      from: isoUtcOrNull(wanted.from),
      to: isoUtcOrNull(wanted.to),
      limit,
      offset: request.offset,
    },
    pagination,
  };
}

export function viewEntry({ created_at, ...entry }: AuditEntry): Static<typeof Entry> {
  return { ...entry, created_at: isoUtc(created_at) };
}
