import type { Sql } from "../../../db/sql.ts";
import { HOUR_MS, isoUtc, MINUTE_MS } from "../../../kit/clock.ts";
import type { UsageRecorder } from "./recorder.ts";
import { ALL_KEYS, listHoursSeen, readStored } from "./store.ts";
import { addTraffic, ensureTraffic, type TrafficByRoute } from "./traffic.ts";

/** The hours before a time. Requests are counted by the minute: the window's first minute counts in full. */
export interface UsageWindow {
  hours: number;
  startMs: number;
  endMs: number;
}

export function usageWindow(nowMs: number, hours: number): UsageWindow {
  return { hours, startMs: nowMs - hours * HOUR_MS, endMs: nowMs };
}

/** A window as shown in answers. */
export function windowView({ hours, startMs, endMs }: UsageWindow) {
  return { hours, start_utc: isoUtc(startMs), end_utc: isoUtc(endMs) };
}

/** Requests of keys of one file in a window, including unstored ones. */
export function readKeysUsage(
  sql: Sql,
  recorder: UsageRecorder,
  { keyIds, window }: { keyIds: readonly string[]; window: UsageWindow },
): TrafficByRoute {
  const routes: TrafficByRoute = new Map();
  const fromMinute = Math.floor(window.startMs / MINUTE_MS);
  for (const keyId of keyIds) readStored(sql, { keyId, fromMinute }, routes);
  addPending(recorder, { isOurs: (keyId) => keyIds.includes(keyId), fromMinute }, routes);
  return routes;
}

/** Requests of all callers in a window, over all files. */
export function readAllUsage(
  files: readonly Sql[],
  recorder: UsageRecorder,
  window: UsageWindow,
): TrafficByRoute {
  const routes: TrafficByRoute = new Map();
  const fromMinute = Math.floor(window.startMs / MINUTE_MS);
  for (const sql of files) readStored(sql, { keyId: ALL_KEYS, fromMinute }, routes);
  addPending(recorder, { isOurs: () => true, fromMinute }, routes);
  return routes;
}

/** Share, 0 to 1, of a window's clock hours in which anything was counted. */
export function computeCoverage(files: readonly Sql[], recorder: UsageRecorder, window: UsageWindow): number {
  const fromMinute = Math.floor(window.startMs / MINUTE_MS);
  const seen = new Set(files.flatMap((sql) => listHoursSeen(sql, fromMinute)));
  for (const cell of recorder.pending()) {
    if (cell.minute >= fromMinute) seen.add(Math.floor((cell.minute * MINUTE_MS) / HOUR_MS));
  }
  const touched = Math.floor(window.endMs / HOUR_MS) - Math.floor(window.startMs / HOUR_MS) + 1;
  return Math.min(1, Math.floor((seen.size / touched) * 1000) / 1000);
}

function addPending(
  recorder: UsageRecorder,
  { isOurs, fromMinute }: { isOurs: (keyId: string) => boolean; fromMinute: number },
  into: TrafficByRoute,
): void {
  for (const cell of recorder.pending()) {
    if (cell.minute >= fromMinute && isOurs(cell.keyId)) addTraffic(ensureTraffic(into, cell.route), cell);
  }
}
