import { SECOND_MS } from "../../../kit/clock.ts";

/** When a failed delivery is tried again, and how often (contract section 9). */
export interface RetryPolicy {
  /** Of one round, the first one counted. */
  maxAttempts: number;
  baseMs: number;
  /** Longest wait before jitter. */
  maxMs: number;
  /** Share of a wait by which chance shortens or lengthens it, 0 to 1. */
  jitter: number;
}

/**
 * Milliseconds from a failed attempt to the next: the base, doubled for each attempt of the round that failed before,
 * capped, then jittered. What the receiver asked for is a lower bound, up to the cap.
 * @param failed attempts of this round that failed, this one included.
 * @param random from 0 to under 1.
 */
export function retryDelayMs(
  policy: RetryPolicy,
  failed: number,
  random: number,
  retryAfterMs: number | null,
): number {
  const wait = Math.min(policy.baseMs * 2 ** (failed - 1), policy.maxMs);
  const jittered = Math.round(wait * (1 + policy.jitter * (2 * random - 1)));
  return Math.max(jittered, Math.min(retryAfterMs ?? 0, policy.maxMs));
}

/** Statuses whose Retry-After counts. */
const STATUSES_WITH_RETRY_AFTER: readonly number[] = [429, 503];

/** Milliseconds that an answer's Retry-After asks us to wait (RFC 9110, 10.2.3: seconds or a date); null for none. */
export function retryAfterMs(status: number, header: string | null, nowMs: number): number | null {
  if (header === null || !STATUSES_WITH_RETRY_AFTER.includes(status)) return null;
  const text = header.trim();
  if (/^\d{1,12}$/.test(text)) return Number(text) * SECOND_MS;
  const at = /^[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d/.test(text) ? Date.parse(inUtc(text)) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}

/** The oldest of HTTP's three date forms names no zone, and means UTC. */
function inUtc(date: string): string {
  return date.endsWith("GMT") ? date : `${date} GMT`;
}
