/** @jsxImportSource preact */

import type { Database } from "../../../db/database.ts";
import { streamCsv } from "../../../http/answers/stream-rows.ts";
import { type Operation, operator, readOperation } from "../../../http/operation.ts";
import type { Site } from "../../../pages/index.ts";
import { adminPage } from "../admin-page/index.ts";
import { TRAIL_PATH } from "../audit/index.ts";
import { Trail, TrailFilters, TrailPage, TrailQuery } from "./model.ts";
import { AuditTrail, CSV_PATH } from "./page.tsx";
import { listAll, listPage, readTrail, viewEntry } from "./read.ts";

const COLUMNS = ["id", "created_at", "actor_kind", "actor", "action", "subject", "details"] as const;

/** The trail as a page, as JSON and as CSV. */
export function auditRoutes(site: Site, live: Database): Operation[] {
  return [
    adminPage(site, {
      id: "auditPage",
      path: TRAIL_PATH,
      summary: "All changes with their actors, newest first",
      title: "Audit trail",
      query: TrailPage,
      content: ({ sql, query, now }) => <AuditTrail entries={listPage(sql, query)} query={query} now={now} />,
    }),
    readOperation({
      id: "listAuditTrail",
      method: "GET",
      path: "/admin/ops/audit-trail.json",
      group: "ops",
      summary: "List the audit trail, newest first",
      access: operator("viewer"),
      query: TrailQuery,
      response: Trail,
      read: ({ query }) => readTrail(live.read, query),
    }),
    readOperation({
      id: "exportAuditTrail",
      method: "GET",
      path: CSV_PATH,
      group: "ops",
      summary: "Stream the audit trail as CSV, newest first",
      access: operator("viewer"),
      query: TrailFilters,
      response: { mediaType: "text/csv", description: "RFC 4180, one row per entry; details as JSON." },
      read: ({ query }) =>
        streamCsv(
          COLUMNS,
          listAll(live.read, query).map((entry) => ({
            ...viewEntry(entry),
            details: JSON.stringify(entry.details),
          })),
        ),
    }),
  ];
}
