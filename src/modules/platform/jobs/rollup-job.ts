import { MINUTE_MS } from "../../../kit/clock.ts";
import { ROLLUP_DAYS, rollUpJobs } from "./index.ts";
import type { Job } from "./job.ts";

/** @param jobs every job of the build, itself among them: asked while it runs. */
export function createRollup(jobs: () => readonly Job[]): Job {
  return {
    name: "rollup",
    schedule: "4-59/15 * * * *",
    timeoutMs: 5 * MINUTE_MS,
    description: `Adds up how every job did over ${ROLLUP_DAYS} days: streaks, repairs, failures that are open`,
    async run({ live }) {
      const names = jobs().map(({ name }) => name);
      await live.writer.run((tx) => rollUpJobs(tx, names));
      return `${names.length} jobs over ${ROLLUP_DAYS} days`;
    },
  };
}
