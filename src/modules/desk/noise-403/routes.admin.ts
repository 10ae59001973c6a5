import { invalidQuery } from "../../../http/answers/problem.ts";
import type { Operation } from "../../../http/operation.ts";
import { DAY_MS, HOUR_MS } from "../../../kit/clock.ts";
import type { Logger } from "../../../kit/process/log.ts";
import { type RefusalSource, readHourly } from "../../access/refusals/index.ts";
import { exportOperation } from "../../platform/exports/index.ts";
import { NOISE_COLUMNS, NOISE_WINDOWS, Noise, NoiseCsvQuery, NoiseQuery } from "./model.ts";
import {
  buildWindow,
  type DayNoise,
  groupByDay,
  measureNoise,
  metaOfWindow,
  type WindowNoise,
} from "./noise.ts";

const PATH = "/admin/ops/readiness/403-noise/export";
/** Days of data needed: the longest window plus the baseline of its first hour. */
const REACH_DAYS = 32;

/** Noise of 403 refusals by window (contract section 17). */
export function noiseRoutes(parts: RefusalSource & { log: Logger }): Operation[] {
  const read = (now: number) => readHourly(parts, Math.floor((now - REACH_DAYS * DAY_MS) / HOUR_MS));
  return [
    exportOperation(parts, {
      id: "export403NoiseJson",
      path: `${PATH}.json`,
      summary: "Export the noise of refusals over 7, 14 and 30 days",
      query: NoiseQuery,
      response: Noise,
      read: async ({ query, now }) => {
        const hourly = await read(now);
        const asked = windowsOf(query);
        const windows = asked.map((days) => measureNoise(hourly, days, now));
        const windows_meta = asked.map((days) => metaOfWindow(buildWindow(hourly, days, now), now));
        const content = {
          windows: query.compact === true ? windows.map(compact) : windows,
          ...(query.include_windows_meta === true ? { windows_meta } : {}),
        };
        return { content, rows: windows.length };
      },
    }),
    exportOperation(parts, {
      id: "export403NoiseCsv",
      path: `${PATH}.csv`,
      summary: "Export the noise of refusals as CSV",
      query: NoiseCsvQuery,
      response: { mediaType: "text/csv", description: "One row per window, and optionally one per day." },
      read: async ({ query, now }) => {
        const hourly = await read(now);
        const asked = windowsOf(query);
        const longest = Math.max(...asked);
        const points =
          query.include_points === true ? groupByDay(hourly, buildWindow(hourly, longest, now)) : [];
        const windows = asked.map((days) => windowRow(measureNoise(hourly, days, now)));
        return { list: "rows", columns: NOISE_COLUMNS, rows: [...windows, ...points.map(dayRow)] };
      },
    }),
  ];
}

/** @throws Problem invalid_query for a window other than 7, 14 or 30 */
function windowsOf({ days, windows }: { days?: number; windows?: string }): number[] {
  if (days !== undefined) return [requireWindow("days", days)];
  if (windows === undefined) return [...NOISE_WINDOWS];
  return [...new Set(windows.split(",").map((text) => requireWindow("windows", Number(text.trim() || "x"))))];
}

function requireWindow(field: string, days: number): number {
  if (!NOISE_WINDOWS.some((each) => each === days)) throw invalidQuery(field, "must be 7, 14 or 30");
  return days;
}

function compact({ days, noise_rate_pct, verdict }: WindowNoise) {
  return { days, noise_rate_pct, verdict };
}

function windowRow(window: WindowNoise) {
  return { row: "window", day: null, ...window };
}

function dayRow(day: DayNoise) {
  return { row: "day", days: null, per_day_median: null, spikes: null, verdict: null, ...day };
}
