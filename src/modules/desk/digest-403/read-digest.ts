import { HOUR_MS, isoUtc } from "../../../kit/clock.ts";
import { sum } from "../../../kit/figures.ts";
import {
  BASELINE_REACH_HOURS,
  type BaselineMode,
  countBy,
  countByPath,
  countByRule,
  countSources,
  detectSpikes,
  type RefusalSource,
  readHourly,
  type Spike,
  wasRefused,
} from "../../access/refusals/index.ts";
import { type DigestAnswer, WINDOW_HOURS } from "./model.ts";

const TOP = 10;
/** Paths in the trend chart. */
export const PROBES = 5;
const MAX_NEW_PATHS = 50;
const DAY_HOURS = 24;

interface DigestQuery {
  baseline_mode: BaselineMode;
  new_path_lookback_days: number;
  spike_consecutive_hours: number;
}

/** First Unix hour of a window that ends with the current hour. */
export function computeFirstHour(hours: number, now: number): number {
  return Math.floor(now / HOUR_MS) - hours + 1;
}

export function hourText(hour: number): string {
  return isoUtc(hour * HOUR_MS);
}

/** Refusals of the current hour and the previous 23 (contract section 17). */
export async function readDigest(
  source: RefusalSource,
  query: DigestQuery,
  now: number,
): Promise<DigestAnswer> {
  const { live, refusals } = source;
  const sql = live.read;
  const from = computeFirstHour(WINDOW_HOURS, now);
  const lastHour = from + WINDOW_HOURS - 1;
  const hourly = await readHourly(source, from - DAY_HOURS - BASELINE_REACH_HOURS);
  const paths = countByPath(sql, from, lastHour + 1);
  const lookback = from - query.new_path_lookback_days * DAY_HOURS;
  const { fault } = refusals.suppressions.read(now);
  const shown = (some: readonly { path: string; count: number }[]) =>
    some.map(({ path, count }) => ({ path, count }));
  return {
    window_hours: WINDOW_HOURS,
    from: hourText(from),
    to: isoUtc(now),
    query: {
      baseline_mode: query.baseline_mode,
      new_path_lookback_days: query.new_path_lookback_days,
      spike_consecutive_hours: query.spike_consecutive_hours,
    },
    totals: {
      count: sum(paths.map(({ count }) => count)),
      suppressed: sum(paths.map(({ suppressed }) => suppressed)),
      paths: paths.length,
      sources: countSources(sql, from),
    },
    top_paths: shown(paths.slice(0, TOP)),
    top_reasons: countBy(sql, "reason", from)
      .slice(0, TOP)
      .map(({ name, count }) => ({
        reason: name as DigestAnswer["top_reasons"][number]["reason"],
        count,
      })),
    top_sources: countBy(sql, "source", from)
      .slice(0, TOP)
      .map(({ name, count }) => ({ source: name, count })),
    new_paths: shown(
      paths
        .filter(({ path }) => !wasRefused(sql, { path, fromHour: lookback, beforeHour: from }))
        .slice(0, MAX_NEW_PATHS),
    ),
    spikes: detectSpikes({
      countAt: hourly.unsuppressed,
      lastHour,
      hours: WINDOW_HOURS,
      mode: query.baseline_mode,
      consecutive: query.spike_consecutive_hours,
    }).map(spikeView),
    probes: shown(paths.slice(0, PROBES)),
    suppressions_applied: countByRule(sql, from),
    warnings: fault === null ? [] : [fault],
  };
}

function spikeView({ hour, ...spike }: Spike) {
  return { hour: hourText(hour), ...spike };
}
