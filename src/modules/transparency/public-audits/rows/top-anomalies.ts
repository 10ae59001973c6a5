import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Sql } from "../../../../db/sql.ts";
import { compareDecimals } from "../../../../kit/money.ts";
import { type AnomalyType, SEVERITIES, type Severity } from "../../audits/detectors/index.ts";
import type { AuditRun } from "../../audits/runs/index.ts";
import { listSpanRanks, type RankedRow } from "./store.ts";
import { splitIntoSpans } from "./walk.ts";

/** A transaction with all of its anomalies. */
export interface TopAnomaly {
  /** Worst severity of its rows. */
  severity: Severity;
  signature: string;
  /** Sorted by name. */
  anomaly_types: AnomalyType[];
  /** Whole tokens; null if none of its rows has an amount. */
  max_abs_delta: string | null;
}

export const MAX_TOP = 50;
const MAX_CACHED_RUNS = 32;

/** Finds the worst transactions of runs. Results are cached, since a finished run never changes. */
export class TopAnomalies {
  readonly #cache = new Map<string, Promise<TopAnomaly[]>>();

  constructor(private readonly sql: Sql) {}

  /** Worst severity first, then largest amount. @param limit at most MAX_TOP */
  async of(run: AuditRun, limit: number): Promise<TopAnomaly[]> {
    const key = `${run.run} ${run.rowsSha256}`;
    const cached = this.#cache.get(key);
    if (cached !== undefined) return (await cached).slice(0, limit);
    if (this.#cache.size >= MAX_CACHED_RUNS) this.#cache.clear();
    const found = findTop(this.sql, run);
    this.#cache.set(key, found);
    found.catch(() => this.#cache.delete(key));
    return (await found).slice(0, limit);
  }
}

async function findTop(sql: Sql, run: AuditRun): Promise<TopAnomaly[]> {
  const top: TopAnomaly[] = [];
  let current: TopAnomaly | null = null;
  for (const span of splitIntoSpans(run)) {
    current = collectTop(listSpanRanks(sql, span), current, top);
    await yieldToEventLoop();
  }
  if (current !== null) insertRanked(top, current);
  return top.map((each) => ({ ...each, anomaly_types: each.anomaly_types.toSorted() }));
}

/** Ranks every transaction that ends within these rows. Returns the last one, which may continue in the next span. */
function collectTop(
  rows: readonly RankedRow[],
  continued: TopAnomaly | null,
  top: TopAnomaly[],
): TopAnomaly | null {
  let current = continued;
  for (const row of rows) {
    if (current?.signature === row.signature) {
      mergeRow(current, row);
      continue;
    }
    if (current !== null) insertRanked(top, current);
    current = anomalyOf(row);
  }
  return current;
}

function anomalyOf({ signature, severity, anomaly_type, abs_delta }: RankedRow): TopAnomaly {
  return {
    severity,
    signature: signature ?? "",
    anomaly_types: [anomaly_type],
    max_abs_delta: abs_delta,
  };
}

function mergeRow(anomaly: TopAnomaly, row: RankedRow): void {
  if (rank(row.severity) > rank(anomaly.severity)) anomaly.severity = row.severity;
  if (!anomaly.anomaly_types.includes(row.anomaly_type)) anomaly.anomaly_types.push(row.anomaly_type);
  if (compareAmounts(row.abs_delta, anomaly.max_abs_delta) > 0) anomaly.max_abs_delta = row.abs_delta;
}

/** Inserts an anomaly at its rank if it is among the worst MAX_TOP; of equals, the earlier one comes first. */
function insertRanked(top: TopAnomaly[], anomaly: TopAnomaly): void {
  const last = top[MAX_TOP - 1];
  if (last !== undefined && compare(anomaly, last) >= 0) return;
  const index = top.findIndex((each) => compare(anomaly, each) < 0);
  top.splice(index === -1 ? top.length : index, 0, anomaly);
  top.length = Math.min(top.length, MAX_TOP);
}

function compare(a: TopAnomaly, b: TopAnomaly): number {
  return rank(b.severity) - rank(a.severity) || compareAmounts(b.max_abs_delta, a.max_abs_delta);
}

/** Null is smaller than any amount. */
function compareAmounts(a: string | null, b: string | null): number {
  if (a === null || b === null) return (a === null ? 0 : 1) - (b === null ? 0 : 1);
  return compareDecimals(a, b);
}

function rank(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}
