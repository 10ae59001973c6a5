import { SECOND_MS } from "../../../../kit/clock.ts";

/** When and how often a failed delivery is retried (contract section 9). */
export interface RetryPolicy {
  /** Per round, including the first. */
  maxAttempts: number;
  baseMs: number;
  /** Longest wait before jitter. */
  maxMs: number;
  /** Share of a wait, 0 to 1, by which chance shortens or lengthens it. */
  jitter: number;
}

/** The last attempt and its round so far. */
interface Failure {
  /** Failed attempts of this round, this one included. */
  failed: number;
  /** The receiver's Retry-After; null without one. */
  retryAfterMs: number | null;
}

/**
 * Milliseconds from a failed attempt to the next: the base, doubled for each earlier failure of the round, capped,
 * then jittered. The receiver's Retry-After is a lower bound, up to the cap.
 * @param random from 0 to under 1.
 */
export function retryDelayMs(policy: RetryPolicy, { failed, retryAfterMs }: Failure, random: number): number {
  const wait = Math.min(policy.baseMs * 2 ** (failed - 1), policy.maxMs);
  const jittered = Math.round(wait * (1 + policy.jitter * (2 * random - 1)));
  return Math.max(jittered, Math.min(retryAfterMs ?? 0, policy.maxMs));
}

/** Statuses whose Retry-After is respected. */
const STATUSES_WITH_RETRY_AFTER: readonly number[] = [429, 503];

/** Milliseconds to wait by the answer's Retry-After (RFC 9110, 10.2.3: seconds or a date); null without one. */
export function retryAfterMs(status: number, header: string | null, nowMs: number): number | null {
  if (header === null || !STATUSES_WITH_RETRY_AFTER.includes(status)) return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text) * SECOND_MS;
  const at = /^[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d/.test(text) ? Date.parse(inUtc(text)) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}

/** The oldest of HTTP's three date forms has no zone and means UTC. */
function inUtc(date: string): string {
  return date.endsWith("GMT") ? date : `${date} GMT`;
}
