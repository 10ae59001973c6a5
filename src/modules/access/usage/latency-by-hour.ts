import type { Sql } from "../../../db/sql.ts";
import type { Mounted } from "../../../http/mounted.ts";
import { HOUR_MS } from "../../../kit/clock.ts";
import { type Histogram, mergeEncoded, mergeInto } from "../../../kit/histogram.ts";
import { isPublished } from "./latency.ts";
import { computePercentiles } from "./model.ts";
import type { UsageRecorder } from "./recorder.ts";
import { listHourHistograms } from "./store.ts";

/** Percentiles of one clock hour; null without measurements. */
export interface HourLatency {
  /** Unix milliseconds of the hour's start. */
  startsAt: number;
  p50_ms: number | null;
  p95_ms: number | null;
  p99_ms: number | null;
}

/**
 * Latency of all API routes except operators' in each of the last clock hours, oldest first, including the current
 * hour.
 *
 * @param step hours that share one result
 */
export function readLatencyByHour(
  files: readonly Sql[],
  recorder: UsageRecorder,
  { mounted, hours, step = 1, now }: { mounted: Mounted; hours: number; step?: number; now: number },
): HourLatency[] {
  const current = Math.floor(now / HOUR_MS);
  const first = current - hours + 1;
  const histograms = Array.from({ length: Math.ceil(hours / step) }, (): Histogram => new Map());
  for (const sql of files) {
    for (const { hour, route, histogram } of listHourHistograms(sql, first)) {
      const own = histograms[Math.floor((hour - first) / step)];
      if (own !== undefined && isPublished(mounted, route)) mergeEncoded(own, histogram);
    }
  }
  for (const { minute, route, histogram } of recorder.pending()) {
    const own = histograms[Math.floor((Math.floor(minute / 60) - first) / step)];
    if (own !== undefined && isPublished(mounted, route)) mergeInto(own, histogram);
  }
  return histograms.map((histogram, index) => ({
    startsAt: (first + index * step) * HOUR_MS,
    ...computePercentiles(histogram),
  }));
}
