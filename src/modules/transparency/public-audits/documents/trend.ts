import { type Static, Type } from "@sinclair/typebox";
import { Flag, Nullable, OneOf } from "../../../../http/schema/shapes.ts";
import { type AuditRun, findRun } from "../../audits/runs/index.ts";
import { RowQuery, toRowFilters } from "../rows/filters.ts";
import type { RowFilters } from "../rows/store.ts";
import { countRows } from "../rows/walk.ts";
import {
  countStatuses,
  METRICS,
  type MeasuredRun,
  type Metric,
  type StatusCounts,
  trendPoints,
} from "../rules/trend.ts";
import { RunSelector, type Runs, resolveRun, selectRuns } from "../selectors.ts";
import type { AuditSource, Document } from "../source.ts";
import { countIncomplete, listCompleteIds } from "../store.ts";
import { Mode, RunId, SelectedRun } from "./shapes.ts";

export const TrendQuery = Type.Object({
  run: RunSelector("The last run of the trend."),
  metric: OneOf(METRICS, {
    default: "rows",
    description: "rows: number of anomalies; sigs: number of transactions with anomalies.",
  }),
  include_status_counts: Type.Optional(Flag({ description: "Whether to include status_counts." })),
  ...RowQuery,
  limit: Type.Integer({ minimum: 2, maximum: 365, default: 30, description: "Maximum number of points." }),
});

export const TrendDocument = Type.Object({
  selected_run: SelectedRun,
  selected_metric: OneOf(METRICS, { description: "The metric of the points." }),
  limit: Type.Integer({ description: "Largest number of points in the answer, as requested." }),
  count: Type.Integer({ description: "Number of points in the answer." }),
  status_counts: Nullable(
    Type.Object({
      ok: Type.Integer({ description: "Number of runs with the overall ok." }),
      warn: Type.Integer({ description: "Number of runs with the overall warn." }),
      bad: Type.Integer({ description: "Number of runs with the overall bad." }),
      other: Type.Integer({ description: "Number of incomplete runs." }),
    }),
    {
      description:
        "The points' runs by overall; other counts the incomplete runs in the same period. Null unless requested.",
    },
  ),
  points: Type.Array(
    Type.Object({
      run_id: RunId("Id of the run: its start time as YYYYMMDDTHHMMSSZ."),
      label: Type.String({ description: "Name of the run, shown to people.", examples: ["2026-11-20"] }),
      rows_total: Type.Integer({ description: "Total number of rows of the run, regardless of filters." }),
      metric: OneOf(METRICS, { description: "The metric that metric_value counts." }),
      metric_value: Type.Integer({ description: "Value of the metric over the rows that pass the filters." }),
      metric_delta: Nullable(Type.Integer(), {
        description: "Change against the previous point; null at the first.",
      }),
      metric_delta_pct: Nullable(Type.Number(), {
        description:
          "Change in per cent of the previous point, rounded to 2 decimals; null at the first point or if the previous value is 0.",
      }),
    }),
    { description: "Complete runs up to the selected one, oldest first." },
  ),
  chain_mode: Mode,
});

export interface Trend {
  /** Complete runs, oldest first. */
  runs: AuditRun[];
  /** Number of incomplete runs in the same period. */
  incomplete: number;
}

/** @throws Problem run_not_found */
export async function readTrend(
  source: AuditSource,
  query: Static<typeof TrendQuery>,
): Promise<Document<Static<typeof TrendDocument>>> {
  const runs = selectRuns(source.live.read, source.token);
  const selected = resolveRun(runs, query.run);
  const trend = selected === null ? { runs: [], incomplete: 0 } : findTrend(runs, selected, query.limit);
  const measured = await measure(runs, trend, { filters: toRowFilters(query), metric: query.metric });
  const points = trendPoints(measured, query.metric);
  return {
    body: {
      selected_run: selected?.run ?? null,
      selected_metric: query.metric,
      limit: query.limit,
      count: points.length,
      status_counts: query.include_status_counts === true ? tallyStatuses(trend) : null,
      points,
      chain_mode: source.token?.mode ?? null,
    },
    changedAt: latestOf([selected, ...trend.runs]),
  };
}

/** Up to `limit` complete runs by window, ending with the selected one. */
export function findTrend({ sql, tokenId }: Runs, selected: AuditRun, limit: number): Trend {
  if (tokenId === null) return { runs: [], incomplete: 0 };
  const ids = listCompleteIds(sql, tokenId, { upTo: selected, limit });
  const runs = ids.toReversed().flatMap((id) => findRun(sql, tokenId, id) ?? []);
  const first = runs.length < limit ? null : (runs[0]?.toAt ?? null);
  return { runs, incomplete: countIncomplete(sql, tokenId, { from: first, to: selected.toAt }) };
}

export function tallyStatuses({ runs, incomplete }: Trend): StatusCounts {
  const counts = countStatuses(runs.map(({ overall, isComplete }) => ({ overall, isComplete })));
  return { ...counts, other: counts.other + incomplete };
}

async function measure(
  { sql }: Runs,
  { runs }: Trend,
  { filters, metric }: { filters: RowFilters; metric: Metric },
): Promise<MeasuredRun[]> {
  const measured: MeasuredRun[] = [];
  for (const run of runs) {
    const value = (await countRows(sql, run, filters))[metric];
    measured.push({ run: run.run, label: run.label, rows_total: run.rowsTotal, value });
  }
  return measured;
}

function latestOf(runs: readonly (AuditRun | null)[]): number | null {
  const times = runs.flatMap((run) => run?.finishedAt ?? []);
  return times.length === 0 ? null : Math.max(...times);
}
