import type { Database } from "../../../../db/database.ts";
import { MINUTE_MS } from "../../../../kit/clock.ts";
import type { Job } from "../../../platform/jobs/index.ts";
import { expireClaims } from "./expire-claims.ts";

interface ClaimExpiryParts {
  live: Database;
  http: { safeModeReason: () => string | null };
}

const CHUNK = 50;

/**
 * Reads and forms already treat overdue claims as expired; this job stores the state, tells the partner, and returns
 * the daily credit.
 */
export const claimExpiry: Job<ClaimExpiryParts> = {
  name: "claim_expiry",
  schedule: "* * * * *",
  timeoutMs: MINUTE_MS,
  description: "Expires overdue donation claims and returns their daily credit",
  run: async ({ live, http }, signal) => {
    let expired = 0;
    for (;;) {
      signal.throwIfAborted();
      if (http.safeModeReason() !== null) return `${expired} expired; the others wait while safe mode is on`;
      const ended = await live.writer.run((tx) => expireClaims(tx, CHUNK));
      expired += ended;
      if (ended < CHUNK) return `${expired} expired`;
    }
  },
};
