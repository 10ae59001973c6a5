import { isoUtcOrNull, MINUTE_MS } from "../../../../kit/clock.ts";
import type { Reading } from "../../../token/figures/index.ts";
import type { Finding } from "../check.ts";
import { levelAbove } from "../rules.ts";

interface AgeThresholds {
  readonly age_minutes_warn: number;
  readonly age_minutes_bad: number;
}

/**
 * Whether figures that are read from the chain are recent.
 * @param reading null where no chain is configured.
 * @param what the figures are, as a sentence begins: Holders were counted.
 */
export function checkFigures(
  reading: Reading<unknown> | null,
  what: string,
  now: number,
  thresholds: AgeThresholds,
): Finding {
  const observed = figuresView(reading, now);
  const minutes = observed.age_minutes;
  if (reading === null) return { status: "ok", message: "No chain is configured.", observed };
  const failed = observed.last_error === null ? "" : ` The last attempt failed: ${observed.last_error}.`;
  if (minutes === null) return { status: "ok", message: `There are no figures yet.${failed}`, observed };
  const status = levelAbove(minutes, thresholds.age_minutes_warn, thresholds.age_minutes_bad);
  const age = minutes < 1 ? "less than a minute" : `${Math.floor(minutes)} min`;
  return { status, message: `${what} ${age} ago.${failed}`, observed };
}

/** What is known of figures' age and of the attempts to renew them. */
export function figuresView(reading: Reading<unknown> | null, now: number) {
  const figure = reading?.figure ?? null;
  const attempt = reading?.attempt ?? null;
  return {
    taken_at: isoUtcOrNull(figure?.takenAt ?? null),
    age_minutes:
      figure === null ? null : Math.max(0, Math.floor(((now - figure.takenAt) / MINUTE_MS) * 10) / 10),
    slot: figure?.slot ?? null,
    last_attempt_at: isoUtcOrNull(attempt?.attemptedAt ?? null),
    failing_since: isoUtcOrNull(attempt?.failedSince ?? null),
    last_error: attempt?.error ?? null,
  };
}
