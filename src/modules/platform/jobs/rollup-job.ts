import type { Database } from "../../../db/database.ts";
import { MINUTE_MS } from "../../../kit/clock.ts";
import type { Job } from "./job.ts";
import { ROLLUP_DAYS, rollUpJobs } from "./rollup.ts";

interface RollupParts {
  live: Database;
  /** Adds proofs of a job's new data to the signed log. */
  logJobProofs: (job: string) => Promise<void>;
}

/** @param names every job of the build, including this one; called at each run */
export function createRollup(names: () => readonly string[]): Job<RollupParts> {
  return {
    name: "rollup",
    schedule: "4-59/15 * * * *",
    timeoutMs: 5 * MINUTE_MS,
    description: `Computes every job's reliability over ${ROLLUP_DAYS} days: streaks, repairs, open failures`,
    run: async ({ live, logJobProofs }) => {
      const all = names();
      await live.writer.run((tx) => rollUpJobs(tx, all));
      await logJobProofs("rollup");
      return `${all.length} jobs over ${ROLLUP_DAYS} days`;
    },
  };
}
