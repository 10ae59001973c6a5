import type { Database } from "../../../db/database.ts";
import { type Clock, MINUTE_MS } from "../../../kit/clock.ts";
import type { Logger } from "../../../kit/process/log.ts";
import type { Job } from "../../platform/jobs/index.ts";
import type { TrackedToken } from "../../token/figures/index.ts";
import { LogHeld, type SignedLog } from "../signed-log/index.ts";
import { logProofs } from "./log-proofs.ts";

interface LogProofsParts {
  live: Database;
  signedLog: SignedLog;
  token: TrackedToken | null;
  clock: Clock;
  log: Logger;
}

export const proofsJob: Job<LogProofsParts> = {
  name: "proofs",
  schedule: "3-59/5 * * * *",
  timeoutMs: 5 * MINUTE_MS,
  description: "Puts proofs whose figures changed into the signed log, and each at least once a day",
  run: async ({ live, signedLog, token, clock }) => {
    if (token === null) return "no chain is configured";
    const logged = await logProofs(live, signedLog, token, clock.now());
    return logged.length === 0 ? "the log has the figures as they are" : `logged ${logged.join(", ")}`;
  },
};

/** Its figures change each minute: the job above takes them in every five minutes. */
const EVERY_MINUTE = "transaction_sync";

/** Logs what a job has just read, so that what is published is in the log too. A held log does not fail the job. */
export async function logProofsOf(parts: LogProofsParts, source: string): Promise<void> {
  const { live, signedLog, token, clock, log } = parts;
  if (token === null || source === EVERY_MINUTE) return;
  try {
    await logProofs(live, signedLog, token, clock.now(), [source]);
  } catch (error) {
    if (!(error instanceof LogHeld)) throw error;
    log.warn("a proof was not logged", { job: source, reason: error.hold.reason });
  }
}
