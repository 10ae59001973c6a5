import { SECOND_MS } from "../../../../kit/clock.ts";

/** Condition of a receiver, as stored with its webhook. */
export interface Condition {
  /** Failed attempts since the last success. */
  consecutive_failures: number;
  /** Unix milliseconds of the next probe; null while the circuit is closed. */
  probe_at: number | null;
  /** 1 if its deliveries share the slots for slow receivers. */
  is_slow: number;
}

/** Outcome of an attempt, as far as it affects the receiver's condition. */
export interface AttemptOutcome {
  isDelivered: boolean;
  /** A blocked target says nothing about the receiver, because nothing was sent to it. */
  isBlocked: boolean;
  isProbe: boolean;
  durationMs: number;
}

/** Consecutive failures that open a circuit. */
export const FAILURES_TO_OPEN = 20;
const SLOW_MS = 2 * SECOND_MS;
const MIN_PROBE_INTERVAL_MS = SECOND_MS;
const MAX_PROBE_INTERVAL_MS = 60 * SECOND_MS;

/** Milliseconds between probes: a tenth of the longest retry wait, within 1 to 60 s. */
export function probeIntervalMs(retryMaxMs: number): number {
  return Math.min(MAX_PROBE_INTERVAL_MS, Math.max(MIN_PROBE_INTERVAL_MS, retryMaxMs / 10));
}

/** When the next probe is due: due ones are looked for once a second, so half of one early. */
export function nextProbeAt(nowMs: number, retryMaxMs: number): number {
  return nowMs + probeIntervalMs(retryMaxMs) - SECOND_MS / 2;
}

/**
 * The receiver's condition after an attempt: 20 consecutive failures open the circuit, one success closes it
 * (contract section 9).
 * @param nextProbeAt Unix milliseconds of the next probe if this attempt calls for one.
 */
export function conditionAfter(before: Condition, outcome: AttemptOutcome, nextProbeAt: number): Condition {
  const { isDelivered, isBlocked, isProbe, durationMs } = outcome;
  if (isDelivered) return { consecutive_failures: 0, probe_at: null, is_slow: durationMs > SLOW_MS ? 1 : 0 };
  const failures = before.consecutive_failures + (isBlocked ? 0 : 1);
  const isOpen = before.probe_at !== null || failures >= FAILURES_TO_OPEN;
  const isDue = isProbe || before.probe_at === null;
  return {
    consecutive_failures: failures,
    probe_at: isOpen ? (isDue ? nextProbeAt : before.probe_at) : null,
    is_slow: 1,
  };
}

/** Whether two conditions are equal, so that nothing needs to be written. */
export function isSameCondition(a: Condition, b: Condition): boolean {
  return (
    a.consecutive_failures === b.consecutive_failures && a.probe_at === b.probe_at && a.is_slow === b.is_slow
  );
}
