import type { Services } from "../../../compose/services.ts";
import { MINUTE_MS } from "../../../kit/clock.ts";
import type { Job } from "../../platform/jobs/job.ts";
import { LogHeld } from "../signed-log/index.ts";
import { logProofs } from "./index.ts";

export const proofs: Job = {
  name: "proofs",
  schedule: "3-59/5 * * * *",
  timeoutMs: 5 * MINUTE_MS,
  description: "Puts proofs whose figures changed into the signed log, and each at least once a day",
  async run({ live, signedLog, token, clock }) {
    if (token === null) return "no chain is configured";
    const logged = await logProofs(live, signedLog, token, clock.now());
    return logged.length === 0 ? "the log has the figures as they are" : `logged ${logged.join(", ")}`;
  },
};

/** Logs what a job has just made, so that what is published is in the log, too; the job is done in any case. */
export async function logWhatChanged(services: Services, source: string): Promise<void> {
  const { live, signedLog, token, clock, log } = services;
  if (token === null) return;
  try {
    await logProofs(live, signedLog, token, clock.now(), [source]);
  } catch (error) {
    if (!(error instanceof LogHeld)) throw error;
    log.warn("a proof was not logged", { job: source, reason: error.hold.reason });
  }
}
