import { type Static, Type } from "@sinclair/typebox";
import { Flag, Nullable, OneOf } from "../../../../http/schema/shapes.ts";
import { type AuditRun, findRun } from "../../audits/runs/index.ts";
import { filtersOf, RowQuery } from "../rows/filters.ts";
import type { RowFilters } from "../rows/store.ts";
import { countRows } from "../rows/walk.ts";
import {
  countStatuses,
  METRICS,
  type Measured,
  type Metric,
  type StatusCounts,
  trendPoints,
} from "../rules/trend.ts";
import { RunSelector, type Runs, resolveRun, runsOf } from "../selectors.ts";
import type { AuditSource, Document } from "../source.ts";
import { countIncomplete, listCompleteIds } from "../store.ts";
import { Mode, RunId, SelectedRun } from "./shapes.ts";

export const TrendQuery = Type.Object({
  run: RunSelector("The last run of the trend."),
  metric: OneOf(METRICS, {
    default: "rows",
    description: "rows: anomalies; sigs: transactions with at least one.",
  }),
  include_status_counts: Type.Optional(Flag({ description: "Fills status_counts." })),
  ...RowQuery,
  limit: Type.Integer({ minimum: 2, maximum: 365, default: 30, description: "Points at most." }),
});

export const TrendDocument = Type.Object({
  selected_run: SelectedRun,
  selected_metric: OneOf(METRICS),
  limit: Type.Integer(),
  count: Type.Integer({ description: "Points listed." }),
  status_counts: Nullable(
    Type.Object({ ok: Type.Integer(), warn: Type.Integer(), bad: Type.Integer(), other: Type.Integer() }),
    {
      description:
        "The points' runs by how they ended, and as other the incomplete runs among them. Null unless asked for.",
    },
  ),
  points: Type.Array(
    Type.Object({
      run_id: RunId("The run."),
      label: Type.String({ examples: ["2026-11-20"] }),
      rows_total: Type.Integer({ description: "Of the run itself, whatever the filters." }),
      metric: OneOf(METRICS),
      metric_value: Type.Integer({ description: "What the metric and the filters count." }),
      metric_delta: Nullable(Type.Integer(), {
        description: "Against the point before; null at the first.",
      }),
      metric_delta_pct: Nullable(Type.Number(), {
        description: "Of the point before, 2 decimals; null at the first and on a base of 0.",
      }),
    }),
    { description: "Complete runs up to the selected one, oldest first." },
  ),
  chain_mode: Mode,
});

/** The complete runs of a trend, oldest first, and all incomplete ones among them. */
export interface Trend {
  runs: AuditRun[];
  incomplete: number;
}

/** @throws Problem run_not_found */
export async function readTrend(
  source: AuditSource,
  query: Static<typeof TrendQuery>,
): Promise<Document<Static<typeof TrendDocument>>> {
  const runs = runsOf(source.live.read, source.token);
  const selected = resolveRun(runs, query.run);
  const trend = selected === null ? { runs: [], incomplete: 0 } : findTrend(runs, selected, query.limit);
  const measured = await measure(runs, trend, filtersOf(query), query.metric);
  const points = trendPoints(measured, query.metric);
  return {
    body: {
      selected_run: selected?.run ?? null,
      selected_metric: query.metric,
      limit: query.limit,
      count: points.length,
      status_counts: query.include_status_counts === true ? statusesOf(trend) : null,
      points,
      chain_mode: source.token?.mode ?? null,
    },
    changedAt: latestOf([selected, ...trend.runs]),
  };
}

/** Up to `limit` complete runs that end with the selected one. */
export function findTrend({ sql, tokenId }: Runs, selected: AuditRun, limit: number): Trend {
  if (tokenId === null) return { runs: [], incomplete: 0 };
  const ids = listCompleteIds(sql, tokenId, selected.run, limit);
  const first = ids.length < limit ? null : (ids.at(-1) ?? null);
  return {
    runs: ids.toReversed().flatMap((id) => findRun(sql, tokenId, id) ?? []),
    incomplete: countIncomplete(sql, tokenId, first, selected.run),
  };
}

export function statusesOf({ runs, incomplete }: Trend): StatusCounts {
  const counts = countStatuses(runs.map(({ overall, isComplete }) => ({ overall, isComplete })));
  return { ...counts, other: counts.other + incomplete };
}

async function measure(
  { sql }: Runs,
  { runs }: Trend,
  filters: RowFilters,
  metric: Metric,
): Promise<Measured[]> {
  const measured: Measured[] = [];
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
