import type { Database } from "../../../db/database.ts";
import { HOUR_MS } from "../../../kit/clock.ts";
import type { Job } from "../../platform/jobs/index.ts";
import { readSafeMode } from "../../platform/state/index.ts";

interface ProveParts {
  config: { dataDir: string };
  live: Database;
  /** Runs a command of salute's own in a process of its own. */
  runElsewhere: (words: readonly string[], signal: AbortSignal) => Promise<{ out: string }>;
}

/** `salute check` each night, in a process of its own: a failed invariant of the ledger stops changes there and then. */
export const proveFilesJob: Job<ProveParts> = {
  name: "prove_files",
  schedule: "47 2 * * *",
  timeoutMs: 2 * HOUR_MS,
  waitsForSchedule: true,
  description: "Proves every invariant of every file, as salute check does",
  run: async ({ config, live, runElsewhere }, signal) => {
    try {
      await runElsewhere(["check", "--data", config.dataDir], signal);
    } catch (error) {
      throw new Error(readSafeMode(live.read)?.reason ?? "salute check names what does not hold", {
        cause: error,
      });
    }
    return "every invariant holds";
  },
};
