import { HOUR_MS, MINUTE_MS } from "../../../kit/clock.ts";

/** The use of a call; it determines the maximum age of init data (contract section 16). */
export type Use = "verify" | "read" | "spend";

export const MAX_AGE_MS: Record<Use, number> = {
  verify: 24 * HOUR_MS,
  read: HOUR_MS,
  spend: 15 * MINUTE_MS,
};

const SESSION_MS = HOUR_MS;
const SESSION_MAX_MS = 24 * HOUR_MS;
/** Minimum extension worth a write, so that a burst of calls writes once. */
const EXTENSION_STEP_MS = MINUTE_MS;

/** End of a session used at `now`: one hour later, at most 24 h after its start. */
export function sessionEnd(createdAt: number, now: number): number {
  return Math.min(now + SESSION_MS, createdAt + SESSION_MAX_MS);
}

/** Whether using a session at `now` extends it enough for a write. */
export function isExtensionDue(session: { created_at: number; expires_at: number }, now: number): boolean {
  return sessionEnd(session.created_at, now) - session.expires_at >= EXTENSION_STEP_MS;
}

const REFERRAL = /^r([1-9a-z][0-9a-z]{0,9})$/;

/** The start parameter of a player's shared links. */
export function referralParam(playerId: number): string {
  return `r${playerId.toString(36)}`;
}

/** The id of the player who shared a link; null for other start parameters. */
export function parseReferrer(startParam: string | null): number | null {
  const digits = startParam === null ? undefined : REFERRAL.exec(startParam)?.[1];
  return digits === undefined ? null : Number.parseInt(digits, 36);
}

/** A name for other players on the leaderboard, such as `Mi…`. */
export function maskedName(name: string): string {
  return `${[...name].slice(0, 2).join("")}…`;
}
