import { DAY_MS, SECOND_MS } from "../../../kit/clock.ts";
import type { Level } from "../../platform/checks/index.ts";

/** State that time is counted as. Maintenance counts neither as up nor as down. */
export type State = Level | "maintenance";

/** The same for display: unknown if nothing was measured or expected. */
export type ShownState = State | "unknown";

/** Milliseconds spent in each state. */
export type Tally = Record<State, number>;

export function noTime(): Tally {
  return { ok: 0, warn: 0, bad: 0, maintenance: 0 };
}

/** Adds the time of one tally to another. */
export function addTally(target: Tally, other: Tally): void {
  target.ok += other.ok;
  target.warn += other.warn;
  target.bad += other.bad;
  target.maintenance += other.maintenance;
}

/**
 * Counts a span of `ms` as at least a severity. @param measured the part of the span that the tally has already, by the
 * state as which it was counted
 */
export function raiseTally(
  tally: Tally,
  measured: Tally,
  { severity, ms }: { severity: "warn" | "bad"; ms: number },
): void {
  const worse = severity === "bad" ? measured.bad : measured.warn + measured.bad;
  tally.ok -= measured.ok;
  tally.maintenance -= measured.maintenance;
  if (severity === "bad") tally.warn -= measured.warn;
  tally[severity] += ms - worse;
}

/** Time of a window per state, and the resulting percentages (contract section 11). */
export interface Uptime {
  /** Whole seconds; their sum is the window. */
  seconds: Tally & { unknown: number };
  /** Share of the window, 0 to 1, for which the state is known; rounded down to 6 decimals; 0 only if none is known. */
  coverage: number;
  /** (warn + bad) / (ok + warn + bad) as a percentage, rounded up to 3 decimals; null if the divisor is 0. */
  degraded_pct: number | null;
  /** ok / (ok + warn + bad) as a percentage, rounded down to 3 decimals; null if the divisor is 0. */
  uptime_pct: number | null;
}

/**
 * Computes the uptime of a window. Seconds are rounded to our disadvantage: warn and bad up, ok down. Percentages are
 * computed from these seconds, so readers can verify them.
 */
export function computeUptime(tally: Tally, windowMs: number): Uptime {
  const total = Math.floor(windowMs / 1000);
  let left = total;
  const take = (seconds: number): number => {
    const taken = Math.min(left, seconds);
    left -= taken;
    return taken;
  };
  const bad = take(Math.ceil(tally.bad / 1000));
  const warn = take(Math.ceil(tally.warn / 1000));
  const ok = take(Math.floor(tally.ok / 1000));
  const maintenance = take(Math.floor(tally.maintenance / 1000));
  const judged = ok + warn + bad;
  return {
    seconds: { ok, warn, bad, maintenance, unknown: left },
    coverage: shareOf(total - left, total),
    degraded_pct: judged === 0 ? null : Math.ceil(((warn + bad) * 100_000) / judged) / 1000,
    uptime_pct: judged === 0 ? null : Math.floor((ok * 100_000) / judged) / 1000,
  };
}

/** Part of the window for which the state is known. */
export function measuredSeconds({ seconds: { ok, warn, bad, maintenance } }: Uptime): number {
  return ok + warn + bad + maintenance;
}

const SHARE_STEPS = 1_000_000;

function shareOf(known: number, total: number): number {
  if (known === 0) return 0;
  return Math.max(1, Math.floor((known * SHARE_STEPS) / total)) / SHARE_STEPS;
}

/** One hour says little about 90 days: a day must have been measured before uptime has a colour. */
export function uptimeTone({ uptime_pct, seconds: { ok, warn, bad } }: Uptime): ShownState {
  if (uptime_pct === null || (ok + warn + bad) * SECOND_MS < DAY_MS) return "unknown";
  return uptime_pct >= 99.9 ? "ok" : uptime_pct >= 99 ? "warn" : "bad";
}
