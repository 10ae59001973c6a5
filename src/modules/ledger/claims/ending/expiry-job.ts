import type { Database } from "../../../../db/database.ts";
import { type Clock, MINUTE_MS } from "../../../../kit/clock.ts";
import { CLOCK_HOLDS, findStep } from "../../../platform/clock-step/index.ts";
import type { Job } from "../../../platform/jobs/index.ts";
import { listOverdue } from "../store.ts";
import { expireClaims } from "./expire-claims.ts";

interface ClaimExpiryParts {
  live: Database;
  clock: Clock;
  http: { safeModeReason: () => string | null };
}

const CHUNK = 50;

/** Looks whether a claim is overdue, and expires those that are. */
export async function watchDueClaims(parts: ClaimExpiryParts, signal: AbortSignal): Promise<void> {
  const [due] = listOverdue(parts.live.read, parts.clock.now(), 1);
  if (due !== undefined) await expireAll(parts, signal);
}

/** Reads and forms already treat overdue claims as expired; this job catches up on what the watch missed. */
export const claimExpiry: Job<ClaimExpiryParts> = {
  name: "claim_expiry",
  schedule: "* * * * *",
  timeoutMs: MINUTE_MS,
  description: "Expires overdue donation claims and returns their daily credit",
  run: expireAll,
};

/** Stores the state, tells the partner, and returns the daily credit. Returns what was done, for people. */
async function expireAll({ live, clock, http }: ClaimExpiryParts, signal: AbortSignal): Promise<string> {
  let expired = 0;
  for (;;) {
    signal.throwIfAborted();
    if (findStep(live.read, clock) !== null) return CLOCK_HOLDS;
    if (http.safeModeReason() !== null) return `${expired} expired; the others wait while safe mode is on`;
    const ended = await live.writer.run((tx) => expireClaims(tx, CHUNK));
    expired += ended;
    if (ended < CHUNK) return `${expired} expired`;
  }
}
