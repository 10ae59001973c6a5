import { DAY_MS, HOUR_MS } from "../../kit/clock.ts";

/** How long a proof of ownership counts as up to date. */
export const REVERIFY_DAYS = 90;
const CONNECTED_MS = 24 * HOUR_MS;

export type Freshness = "fresh" | "aging" | "stale" | "never";

/** How old a proof is by the contract's steps: aging past half of REVERIFY_DAYS, stale past all of it. */
export function freshnessOf(verifiedAt: number | null, now: number): Freshness {
  if (verifiedAt === null) return "never";
  const age = now - verifiedAt;
  if (age > REVERIFY_DAYS * DAY_MS) return "stale";
  return age > (REVERIFY_DAYS * DAY_MS) / 2 ? "aging" : "fresh";
}

/** Whether a proof is recent enough to say that the wallet is connected now. */
export function isConnected(verifiedAt: number | null, now: number): boolean {
  return verifiedAt !== null && now - verifiedAt < CONNECTED_MS;
}
