import { SECOND_MS } from "../../../kit/clock.ts";

/** How a receiver does, as its webhook keeps it. */
export interface Condition {
  /** Attempts that failed since the last that succeeded. */
  consecutive_failures: number;
  /** While the circuit is open: when the next probe is due. */
  probe_at: number | null;
  /** 1: it shares the slots of the slow. */
  is_slow: number;
}

/** How an attempt went, as far as the receiver's condition goes. */
export interface Trial {
  isDelivered: boolean;
  /** A blocked target says nothing about the receiver: it was not asked. */
  isBlocked: boolean;
  isProbe: boolean;
  durationMs: number;
}

/** Failures running that open a circuit. */
export const FAILURES_TO_OPEN = 20;
const SLOW_MS = 2 * SECOND_MS;
const MIN_PROBE_INTERVAL_MS = SECOND_MS;
const MAX_PROBE_INTERVAL_MS = 60 * SECOND_MS;

/** A tenth of the longest wait, within 1 to 60 s. */
export function probeIntervalMs(retryMaxMs: number): number {
  return Math.min(MAX_PROBE_INTERVAL_MS, Math.max(MIN_PROBE_INTERVAL_MS, retryMaxMs / 10));
}

/**
 * The receiver's condition after an attempt: open after 20 failures running, closed by one success (contract section
 * 9).
 */
export function conditionAfter(
  before: Condition,
  trial: Trial,
  nowMs: number,
  intervalMs: number,
): Condition {
  const { isDelivered, isBlocked, isProbe, durationMs } = trial;
  if (isDelivered) return { consecutive_failures: 0, probe_at: null, is_slow: durationMs > SLOW_MS ? 1 : 0 };
  const failures = before.consecutive_failures + (isBlocked ? 0 : 1);
  const isOpen = before.probe_at !== null || failures >= FAILURES_TO_OPEN;
  const isDue = isProbe || before.probe_at === null;
  return {
    consecutive_failures: failures,
    probe_at: isOpen ? (isDue ? nowMs + intervalMs : before.probe_at) : null,
    is_slow: 1,
  };
}

/** Whether two conditions are the same, so that nothing needs to be written. */
export function isSameCondition(a: Condition, b: Condition): boolean {
  return (
    a.consecutive_failures === b.consecutive_failures && a.probe_at === b.probe_at && a.is_slow === b.is_slow
  );
}
