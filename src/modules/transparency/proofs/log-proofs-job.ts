import type { Database } from "../../../db/database.ts";
import { type Clock, MINUTE_MS } from "../../../kit/clock.ts";
import type { Logger } from "../../../kit/process/log.ts";
import type { Job } from "../../platform/jobs/index.ts";
import type { TrackedToken } from "../../token/figures/index.ts";
import { LogHeld, type SignedLog } from "../signed-log/index.ts";
import { logProofs } from "./log-proofs.ts";
import type { ReadLiabilities } from "./proof.ts";

interface LogProofsParts {
  live: Database;
  signedLog: SignedLog;
  token: TrackedToken | null;
  readLiabilities: ReadLiabilities;
  clock: Clock;
  log: Logger;
}

export const proofsJob: Job<LogProofsParts> = {
  name: "proofs",
  schedule: "3-59/5 * * * *",
  timeoutMs: 5 * MINUTE_MS,
  description: "Appends proofs with changed figures to the signed log, and every proof at least once a day",
  run: async ({ live, signedLog, token, readLiabilities, clock }) => {
    const logged = await logProofs({ live, log: signedLog, token, readLiabilities, now: clock.now() });
    return logged.length === 0 ? "the log already has the current figures" : `logged ${logged.join(", ")}`;
  },
};

/** Logs the proofs of a job that has just run. Does not throw if the log is held. */
export async function logJobProofs(parts: LogProofsParts, source: string): Promise<void> {
  const { live, signedLog, token, readLiabilities, clock, log } = parts;
  try {
    const now = clock.now();
    await logProofs({ live, log: signedLog, token, readLiabilities, now, sources: [source] });
  } catch (error) {
    if (!(error instanceof LogHeld)) throw error;
    log.warn("a proof was not logged", { job: source, reason: error.hold.reason });
  }
}
