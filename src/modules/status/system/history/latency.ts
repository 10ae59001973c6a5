/** Percentiles of one clock hour; null where nothing was measured in it. */
export interface HourLatency {
  /** Unix milliseconds at which the hour begins. */
  startsAt: number;
  p50_ms: number | null;
  p95_ms: number | null;
  p99_ms: number | null;
}
