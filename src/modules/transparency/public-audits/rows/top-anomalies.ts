import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Sql } from "../../../../db/sql.ts";
import { compareDecimals } from "../../../../kit/money.ts";
import { type AnomalyType, SEVERITIES, type Severity } from "../../audits/detectors/index.ts";
import type { AuditRun } from "../../audits/runs/index.ts";
import { listSpanRanks, type RankedRow } from "./store.ts";
import { spansOf } from "./walk.ts";

/** A transaction with everything found at it. */
export interface TopAnomaly {
  /** The worst of its rows. */
  severity: Severity;
  signature: string;
  /** By name. */
  anomaly_types: AnomalyType[];
  /** Whole tokens; null where none of its rows moved any. */
  max_abs_delta: string | null;
}

export const MAX_TOP = 50;
const KEPT_RUNS = 32;

/** The worst transactions of runs. What a run found does not change any more, so each is walked once. */
export class TopAnomalies {
  readonly #kept = new Map<string, Promise<TopAnomaly[]>>();

  constructor(private readonly sql: Sql) {}

  /** Worst severity first, then the largest amount; at most `limit`, up to MAX_TOP. */
  async of(run: AuditRun, limit: number): Promise<TopAnomaly[]> {
    const key = `${run.run} ${run.rowsSha256}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return (await known).slice(0, limit);
    if (this.#kept.size >= KEPT_RUNS) this.#kept.clear();
    const found = findTop(this.sql, run);
    this.#kept.set(key, found);
    found.catch(() => this.#kept.delete(key));
    return (await found).slice(0, limit);
  }
}

async function findTop(sql: Sql, run: AuditRun): Promise<TopAnomaly[]> {
  const top: TopAnomaly[] = [];
  let current: TopAnomaly | null = null;
  for (const span of spansOf(run)) {
    current = walkSpan(listSpanRanks(sql, span), current, top);
    await yieldToEventLoop();
  }
  if (current !== null) place(top, current);
  return top.map((each) => ({ ...each, anomaly_types: each.anomaly_types.toSorted() }));
}

/** Places every transaction that ends in these rows; returns the one that may go on after them. */
function walkSpan(
  rows: readonly RankedRow[],
  begunBefore: TopAnomaly | null,
  top: TopAnomaly[],
): TopAnomaly | null {
  let current = begunBefore;
  for (const row of rows) {
    if (current?.signature === row.signature) {
      join(current, row);
      continue;
    }
    if (current !== null) place(top, current);
    current = begun(row);
  }
  return current;
}

function begun({ signature, severity, anomaly_type, abs_delta }: RankedRow): TopAnomaly {
  return {
    severity,
    signature: signature ?? "",
    anomaly_types: [anomaly_type],
    max_abs_delta: abs_delta,
  };
}

function join(anomaly: TopAnomaly, row: RankedRow): void {
  if (rank(row.severity) > rank(anomaly.severity)) anomaly.severity = row.severity;
  if (!anomaly.anomaly_types.includes(row.anomaly_type)) anomaly.anomaly_types.push(row.anomaly_type);
  if (compareAmounts(row.abs_delta, anomaly.max_abs_delta) > 0) anomaly.max_abs_delta = row.abs_delta;
}

/** Puts an anomaly where it belongs among the worst, if it is one of them; of equals the earlier stays first. */
function place(top: TopAnomaly[], anomaly: TopAnomaly): void {
  const last = top[MAX_TOP - 1];
  if (last !== undefined && compare(anomaly, last) >= 0) return;
  const index = top.findIndex((each) => compare(anomaly, each) < 0);
  top.splice(index === -1 ? top.length : index, 0, anomaly);
  top.length = Math.min(top.length, MAX_TOP);
}

function compare(a: TopAnomaly, b: TopAnomaly): number {
  return rank(b.severity) - rank(a.severity) || compareAmounts(b.max_abs_delta, a.max_abs_delta);
}

/** No amount comes before every amount. */
function compareAmounts(a: string | null, b: string | null): number {
  if (a === null || b === null) return (a === null ? 0 : 1) - (b === null ? 0 : 1);
  return compareDecimals(a, b);
}

function rank(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}
