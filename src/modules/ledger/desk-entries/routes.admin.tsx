/** @jsxImportSource preact */

import type { Database } from "../../../db/database.ts";
import { streamCsv } from "../../../http/answers/stream-rows.ts";
import { type Operation, operator, readOperation } from "../../../http/operation.ts";
import type { Site } from "../../../pages/index.ts";
import { adminPage } from "../../platform/admin-page/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { listPartlyReversed } from "../entries/index.ts";
import { CSV_PATH, JSON_PATH, Ledger, PATH } from "./ledger-page.tsx";
import { DeskEntries, EntryExportQuery, EntryListQuery, EntryPageQuery } from "./model.ts";
import {
  exportEntries,
  listMatching,
  readEntries,
  recordedFilter,
  resolveFilter,
  sumNewest,
} from "./read.ts";

const PAGE_ROWS = 100;
const COLUMNS = [
  "id",
  "partner",
  "user_id",
  "delta",
  "balance_after",
  "reason",
  "source",
  "origin",
  "idempotency_key",
  "partner_key_id",
  "created_at",
  "reversed_by",
  "reverses",
  "metadata",
] as const;

/** The ledger of all partners as a page, as JSON and as CSV. */
export function deskEntryRoutes(site: Site, live: Database): Operation[] {
  return [
    adminPage(site, {
      id: "ledgerPage",
      path: PATH,
      summary: "Ledger entries of all partners, newest first, with the sums of a filter",
      title: "Ledger",
      query: EntryPageQuery,
      content: ({ sql, reader, query, now }) => {
        const { before = null, columns: _columns, sort: _sort, ...filter } = query;
        const filters = resolveFilter(sql, filter);
        const { rows, resumeAfter } = listMatching(sql, filters, { before, limit: PAGE_ROWS + 1 });
        const shown = rows.slice(0, PAGE_ROWS);
        const next = rows.length > PAGE_ROWS ? (shown.at(-1)?.id ?? null) : resumeAfter;
        const partlyReversed = listPartlyReversed(
          sql,
          shown.map(({ id }) => id),
        );
        const shared = { reader, next, query, now, partlyReversed };
        return <Ledger rows={shown} {...shared} {...sumNewest(sql, filters)} />;
      },
    }),
    readOperation({
      id: "listLedgerEntries",
      method: "GET",
      path: JSON_PATH,
      group: "ops",
      summary: "List ledger entries of all partners, newest first",
      description:
        "A page examines at most 10,000 entries of the user, the partner or the ledger: it can hold fewer entries than asked for and still have a next_cursor. The sums are those of the whole filter.",
      access: operator("viewer"),
      query: EntryListQuery,
      response: DeskEntries,
      read: ({ query }) => readEntries(live.read, query),
    }),
    readOperation({
      id: "exportLedgerEntries",
      method: "GET",
      path: CSV_PATH,
      group: "ops",
      summary: "Stream ledger entries of all partners as CSV, newest first",
      description: "Each download is an entry of the audit trail.",
      access: operator("viewer"),
      query: EntryExportQuery,
      response: { mediaType: "text/csv", description: "RFC 4180, one row per entry." },
      read: async ({ actor, method, query }) => {
        const rows = exportEntries(live.read, query);
        const entry = {
          action: "ledger.export",
          subject: "ledger",
          details: recordedFilter(live.read, query),
        };
        if (method === "GET") await live.writer.run((tx) => recordAudit(tx, actor, entry));
        return streamCsv(COLUMNS, rows);
      },
    }),
  ];
}
