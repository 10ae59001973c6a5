import { readUptime, type Uptime } from "./process/uptime.ts";

export type { Uptime };

/** Unix time in milliseconds; tests replace it to control the time. */
export interface Clock {
  now(): number;
  /** Time that nobody sets, by which the clock is judged; without it the clock is trusted. */
  uptime?(): Uptime;
}

export const systemClock: Clock = { now: () => Date.now(), uptime: readUptime };

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** ISO 8601 in UTC, ending in Z, like every timestamp in the interface. */
export function isoUtc(ms: number): string {
  return new Date(ms).toISOString();
}

/** The same for a time that may be unset: null gives null. */
export function isoUtcOrNull(ms: number | null): string | null {
  return ms === null ? null : isoUtc(ms);
}

/** The UTC day of `ms` as YYYY-MM-DD. */
export function utcDay(ms: number): string {
  return isoUtc(ms).slice(0, 10);
}

/** Unix milliseconds of an ISO 8601 time that has been checked; null for none. */
export function timeOrNull(iso: string | null | undefined): number | null {
  return iso === undefined || iso === null ? null : Date.parse(iso);
}

const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * Unix milliseconds of an ISO 8601 day, in UTC, or time, in the machine's zone if it names no offset; NaN for any
 * other text. Date.parse alone reads February 30 as March 2.
 */
export function timeOfIso(text: string): number {
  if (!ISO.test(text)) return Number.NaN;
  const day = text.slice(0, 10);
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && utcDay(at) === day ? Date.parse(text) : Number.NaN;
}

/**
 * Unix milliseconds of a day or time as people enter it, such as 2026-11-22 or 2026-11-22 10:30, in UTC unless it names
 * an offset; NaN for any other text.
 */
export function timeOfEntry(text: string): number {
  const iso = text.replace(" ", "T");
  const isComplete = !iso.includes("T") || /(Z|[+-]\d{2}:\d{2})$/.test(iso);
  return timeOfIso(isComplete ? iso : `${iso}Z`);
}
