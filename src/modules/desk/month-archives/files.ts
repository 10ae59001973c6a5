import type { Sql } from "../../../db/sql.ts";
import { csvChunks } from "../../../http/answers/stream-rows.ts";
import { isoUtc, isoUtcOrNull } from "../../../kit/clock.ts";
import { csvRow } from "../../../kit/formats/csv.ts";
import { endOfMonth, startOfMonth } from "../../../kit/formats/month.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { listRouteMonths } from "../../access/usage/index.ts";
import { type EntryRow, listEntryPages } from "../../ledger/entries/index.ts";
import { listWebhookDays } from "../../webhooks/delivery-days/index.ts";
import { listSettlements, type MonthlyReport, type PartnerReport } from "../monthly-report/index.ts";

interface PartnerFile {
  partnerId: number;
  month: string;
}

const ENTRIES_AT_ONCE = 1_000;
const LEDGER = [
  "line",
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
  "total_after",
] as const;

/** The ledger of a report, which has the entries up to this id. */
interface LedgerFile extends PartnerFile {
  ledger: PartnerReport["ledger"];
  newestId: number;
}

/**
 * The ledger from its opening to its closing; `total_after` is the sum of all balances after each line.
 * @param onEntries called with the number of entries written so far
 */
export function* ledgerCsv(
  sql: Sql,
  { partnerId, month, ledger, newestId }: LedgerFile,
  onEntries: (written: number) => void,
): Generator<string, void> {
  let total = Math.round(ledger.opening * 100);
  let written = 0;
  yield csvRow(LEDGER);
  yield boundary("opening", isoUtc(startOfMonth(month)), total);
  const filters = { ...NO_FILTERS, from: startOfMonth(month), to: endOfMonth(month) };
  for (const rows of listEntryPages(sql, partnerId, { filters, limit: ENTRIES_AT_ONCE })) {
    const known = rows.filter(({ id }) => id <= newestId);
    for (const row of known) {
      total += row.delta;
      yield entryLine(row, total);
    }
    written += known.length;
    onEntries(written);
    if (known.length < rows.length) break;
  }
  yield boundary("closing", isoUtc(endOfMonth(month)), total);
}

const NO_FILTERS = {
  userId: null,
  reason: null,
  source: null,
  idempotencyKey: null,
  metadata: [],
  order: "asc",
} as const;

function boundary(line: "opening" | "closing", at: string, total: number): string {
  const cells = LEDGER.map((name) => (name === "line" ? line : name === "created_at" ? at : null));
  return csvRow([...cells.slice(0, -1), fromHundredths(total)]);
}

function entryLine(row: EntryRow, total: number): string {
  return csvRow([
    "entry",
    row.id,
    row.user_id,
    fromHundredths(row.delta),
    fromHundredths(row.balance_after),
    row.reason,
    row.source,
    row.idempotency_key,
    row.partner_key_id,
    isoUtc(row.created_at),
    row.reversed_by,
    row.reverses,
    fromHundredths(total),
  ]);
}

export function usageCsv(sql: Sql, { partnerId, month }: PartnerFile): Generator<string, void> {
  return csvChunks(
    ["key_id", "route", "requests", "errors", "server_errors", "rate_limited"],
    listRouteMonths(sql, partnerId, month),
  );
}

export function deliveriesCsv(sql: Sql, { partnerId, month }: PartnerFile): Generator<string, void> {
  return csvChunks(
    ["day", "webhook_id", "target_url", "created", "delivered", "dead_letters", "cancelled"],
    listWebhookDays(sql, partnerId, month),
  );
}

const SETTLEMENTS = [
  "pays_for",
  "id",
  "state",
  "currency",
  "amount",
  "salutes",
  "signature",
  "created_at",
  "resolved_at",
] as const;

/** An empty text for each row of other partners: there may be many, and the archive is written in turns. */
export function* settlementsCsv(sql: Sql, { partnerId, month }: PartnerFile): Generator<string, void> {
  yield csvRow(SETTLEMENTS);
  for (const row of listSettlements(sql, month)) {
    const shown = {
      ...row,
      salutes: row.salutes === null ? null : fromHundredths(row.salutes),
      created_at: isoUtc(row.created_at),
      resolved_at: isoUtcOrNull(row.resolved_at),
    };
    yield row.partner_id === partnerId ? csvRow(SETTLEMENTS.map((name) => shown[name])) : "";
  }
}

export function incidentsCsv(incidents: MonthlyReport["incidents"]): Generator<string, void> {
  return csvChunks(
    ["id", "title", "severity", "state", "checks", "started_at", "ended_at"],
    incidents.map((each) => ({ ...each, checks: each.checks.join(" ") })),
  );
}
