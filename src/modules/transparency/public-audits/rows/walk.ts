import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Sql } from "../../../../db/sql.ts";
import type { AuditRun } from "../../audits/runs/index.ts";
import { isUnfiltered } from "./filters.ts";
import { type AnomalyRow, countSpan, listSpan, type RowFilters, type Span } from "./store.ts";

/** Reading this many rows blocks the event loop for a few milliseconds. */
const SPAN_ROWS = 500;
const COUNTED_ROWS = 10_000;

/** Splits a run's positions into spans that are short enough to read at once. */
export function* splitIntoSpans({ run, rowsTotal }: AuditRun, from = 0, rows = SPAN_ROWS): Generator<Span> {
  for (let start = from; start < rowsTotal; start += rows) yield { run, from: start, to: start + rows };
}

/** Yields the matching rows in the published order, in chunks that may be empty. */
export function* walkRows(sql: Sql, run: AuditRun, filters: RowFilters): Generator<AnomalyRow[]> {
  for (const span of splitIntoSpans(run)) yield listSpan(sql, span, filters);
}

interface PageOptions {
  filters: RowFilters;
  /** First position to read. */
  from: number;
  limit: number;
}

/** One page of matching rows. `next` is the position at which the next page starts; null on the last page. */
export async function pageOfRows(
  sql: Sql,
  run: AuditRun,
  { filters, from, limit }: PageOptions,
): Promise<{ rows: AnomalyRow[]; next: number | null }> {
  const rows: AnomalyRow[] = [];
  for (const span of splitIntoSpans(run, from)) {
    rows.push(...listSpan(sql, span, filters));
    const next = rows[limit];
    if (next !== undefined) return { rows: rows.slice(0, limit), next: next.position };
    await yieldToEventLoop();
  }
  return { rows, next: null };
}

/** Counts the matching rows and their distinct signatures without blocking other requests. */
export async function countRows(
  sql: Sql,
  run: AuditRun,
  filters: RowFilters,
): Promise<{ rows: number; sigs: number }> {
  if (isUnfiltered(filters)) return { rows: run.rowsTotal, sigs: run.signaturesWithAnomalies };
  let [rows, sigs] = [0, 0];
  let last: string | null = null;
  for (const span of splitIntoSpans(run, 0, COUNTED_ROWS)) {
    const found = countSpan(sql, span, filters);
    rows += found.rows;
    const isShared = found.firstSignature !== null && found.firstSignature === last;
    sigs += found.signatures - (isShared ? 1 : 0);
    if (found.rows > 0) last = found.lastSignature;
    await yieldToEventLoop();
  }
  return { rows, sigs };
}
