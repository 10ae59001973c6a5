import type { Database } from "../../../db/database.ts";
import { MINUTE_MS } from "../../../kit/clock.ts";
import type { Job } from "../../platform/jobs/index.ts";
import { expireClaims } from "./expire-claims.ts";

interface ClaimExpiryParts {
  live: Database;
  http: { safeModeReason: () => string | null };
}

const CHUNK = 50;

/**
 * Reads and forms know of a claim's end by themselves; this says so in the file, to the partner, and to the ceiling.
 */
export const claimExpiry: Job<ClaimExpiryParts> = {
  name: "claim_expiry",
  schedule: "* * * * *",
  timeoutMs: MINUTE_MS,
  description: "Ends donation claims whose time is over, and gives their daily credit back",
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
