import { type Static, Type } from "@sinclair/typebox";
import { jsonColumn } from "../../../db/json-column.ts";
import type { Sql } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { pageRequest, toPage } from "../../../http/input/paging.ts";
import { isoUtc, isoUtcOrNull } from "../../../kit/clock.ts";
import type { Link, Links, LinksQuery, Telemetry, Verification } from "./model.ts";
import { countByState, countLinks, findLink, type LinkRow, lastChangeAt, listLinks } from "./store.ts";
import { listExports, sumExports } from "./token-store.ts";

const SHOWN_EXPORTS = 200;

export function linkView(row: LinkRow): Static<typeof Link> {
  return {
    id: row.id,
    url: row.url,
    issue_id: row.issue_id,
    note: row.note,
    state: row.state,
    created_by: row.created_by,
    created_at: isoUtc(row.created_at),
    checked_at: isoUtcOrNull(row.checked_at),
    status_code: row.status_code,
    status_code_family: row.status_code_family,
  };
}

/** @throws Problem not_found */
export function requireLink(sql: Sql, id: number): LinkRow {
  const link = findLink(sql, id);
  if (link === null) throw new Problem("not_found", `Check the id: there is no link ${id} in the inbox.`);
  return link;
}

/** A page of links. @throws Problem invalid_query for a cursor that does not fit */
export function readLinks(sql: Sql, query: Static<typeof LinksQuery>): Static<typeof Links> {
  const { answer = null } = query;
  const request = pageRequest(query, { answer });
  const { limit, offset } = request;
  const failing = answer === "failing";
  const { rows, pagination } = toPage(listLinks(sql, { ...request, failing }), request);
  return {
    query: { answer, limit, offset, cursor: query.cursor ?? null },
    count: rows.length,
    links: rows.map(linkView),
    pagination,
  };
}

const FILTERS = jsonColumn("link_inbox_exports.filters", Type.Record(Type.String(), Type.Unknown()));

export function readTelemetry(sql: Sql, requestedBy: string | null): Static<typeof Telemetry> {
  const exports = listExports(sql, requestedBy, SHOWN_EXPORTS).map((row) => ({
    at: isoUtc(row.at),
    requested_by: row.requested_by,
    format: row.format,
    source: row.source,
    filters: FILTERS.read(row.filters),
    rows: row.rows,
    bytes: row.bytes,
    compressed: row.is_compressed === 1,
    sha256: row.sha256,
    duration_ms: row.duration_ms,
  }));
  return {
    query: { requested_by: requestedBy },
    totals: sumExports(sql, requestedBy),
    count: exports.length,
    exports,
  };
}

/** Counts links by state and family. `at` is the last change, null before the first. */
export function readVerification(sql: Sql): { body: Static<typeof Verification>; at: number | null } {
  const none = () => ({ "2xx": 0, "4xx": 0, "5xx": 0, timeout: 0, other: 0, unchecked: 0 });
  const by_state = { open: 0, resolved: 0 };
  const by_status_code_family = none();
  const by_state_and_family = { open: none(), resolved: none() };
  for (const { state, family, count } of countByState(sql)) {
    by_state[state] += count;
    by_status_code_family[family ?? "unchecked"] += count;
    by_state_and_family[state][family ?? "unchecked"] += count;
  }
  const at = lastChangeAt(sql);
  return {
    at,
    body: {
      links_total: countLinks(sql),
      last_change_at: isoUtcOrNull(at),
      by_state,
      by_status_code_family,
      by_state_and_family,
    },
  };
}
