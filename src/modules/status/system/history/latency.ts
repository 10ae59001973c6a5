/** Percentiles of one clock hour; null without measurements. */
export interface HourLatency {
  /** Start of the hour, in Unix milliseconds. */
  startsAt: number;
  p50_ms: number | null;
  p95_ms: number | null;
  p99_ms: number | null;
}
