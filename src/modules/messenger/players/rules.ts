import { HOUR_MS, MINUTE_MS } from "../../../kit/clock.ts";

/** What a call is for: it decides how old raw init data may be (contract section 16). */
export type Use = "verify" | "read" | "spend";

export const MAX_AGE_MS: Record<Use, number> = {
  verify: 24 * HOUR_MS,
  read: HOUR_MS,
  spend: 15 * MINUTE_MS,
};

const SESSION_MS = HOUR_MS;
const SESSION_MAX_MS = 24 * HOUR_MS;
/** A session is prolonged in steps, so that a burst of calls writes once. */
const PROLONG_STEP_MS = MINUTE_MS;

/** When a session that is used now ends: an hour later, at most 24 h after it began. */
export function sessionEnd(createdAt: number, now: number): number {
  return Math.min(now + SESSION_MS, createdAt + SESSION_MAX_MS);
}

/** Whether use of a session at `now` is worth a write. */
export function isProlonged(session: { created_at: number; expires_at: number }, now: number): boolean {
  return sessionEnd(session.created_at, now) - session.expires_at >= PROLONG_STEP_MS;
}

const REFERRAL = /^r([1-9a-z][0-9a-z]{0,9})$/;

/** The start parameter of links that a player shares. */
export function referralParam(playerId: number): string {
  return `r${playerId.toString(36)}`;
}

/** The player whose link this start parameter is of; null for any other. */
export function referrerOf(startParam: string | null): number | null {
  const digits = startParam === null ? undefined : REFERRAL.exec(startParam)?.[1];
  return digits === undefined ? null : Number.parseInt(digits, 36);
}

/** Names of others on the leaderboard: `Mi…`. */
export function maskedName(name: string): string {
  return `${[...name].slice(0, 2).join("")}…`;
}
