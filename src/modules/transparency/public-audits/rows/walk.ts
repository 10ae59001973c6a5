import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Sql } from "../../../../db/sql.ts";
import type { AuditRun } from "../../audits/runs/index.ts";
import { isUnfiltered } from "./filters.ts";
import { type AnomalyRow, countSpan, listSpan, type RowFilters, type Span } from "./store.ts";

/** Rows looked at in one go: a few milliseconds of the event loop. */
const SPAN_ROWS = 500;
const COUNTED_ROWS = 10_000;

/** A run's rows in spans, each short enough to read at once. */
export function* spansOf({ run, rowsTotal }: AuditRun, from = 0, rows = SPAN_ROWS): Generator<Span> {
  for (let start = from; start < rowsTotal; start += rows) yield { run, from: start, to: start + rows };
}

/** The rows that filters let through, in the published order; chunks may be empty. */
export function* walkRows(sql: Sql, run: AuditRun, filters: RowFilters): Generator<AnomalyRow[]> {
  for (const span of spansOf(run)) yield listSpan(sql, span, filters);
}

/** Some rows from a position on, and the position that the next page begins with; null after the last row. */
export async function pageOfRows(
  sql: Sql,
  run: AuditRun,
  filters: RowFilters,
  page: { from: number; limit: number },
): Promise<{ rows: AnomalyRow[]; next: number | null }> {
  const rows: AnomalyRow[] = [];
  for (const span of spansOf(run, page.from)) {
    rows.push(...listSpan(sql, span, filters));
    const next = rows[page.limit];
    if (next !== undefined) return { rows: rows.slice(0, page.limit), next: next.position };
    await yieldToEventLoop();
  }
  return { rows, next: null };
}

/** Rows that filters let through and their different signatures. Other requests are answered meanwhile. */
export async function countRows(
  sql: Sql,
  run: AuditRun,
  filters: RowFilters,
): Promise<{ rows: number; sigs: number }> {
  if (isUnfiltered(filters)) return { rows: run.rowsTotal, sigs: run.signaturesWithAnomalies };
  let [rows, sigs] = [0, 0];
  let last: string | null = null;
  for (const span of spansOf(run, 0, COUNTED_ROWS)) {
    const found = countSpan(sql, span, filters);
    rows += found.rows;
    const isShared = found.firstSignature !== null && found.firstSignature === last;
    sigs += found.signatures - (isShared ? 1 : 0);
    if (found.rows > 0) last = found.lastSignature;
    await yieldToEventLoop();
  }
  return { rows, sigs };
}
