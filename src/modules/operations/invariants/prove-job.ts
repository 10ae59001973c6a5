import type { Database } from "../../../db/database.ts";
import { HOUR_MS } from "../../../kit/clock.ts";
import type { Job } from "../../platform/jobs/index.ts";
import { readSafeMode } from "../../platform/state/index.ts";

interface ProveParts {
  config: { dataDir: string };
  live: Database;
  /** Runs a salute command as a child process and returns its standard output. */
  runInChild: (words: readonly string[], signal: AbortSignal) => Promise<{ out: string }>;
}

/** Runs `salute check` nightly as a child process, which switches safe mode on if an invariant of the ledger fails. */
export const proveFilesJob: Job<ProveParts> = {
  name: "prove_files",
  schedule: "47 2 * * *",
  timeoutMs: 2 * HOUR_MS,
  waitsForSchedule: true,
  isAudited: true,
  description: "Checks every invariant of every file, as salute check does",
  run: async ({ config, live, runInChild }, signal) => {
    try {
      await runInChild(["check", "--data", config.dataDir], signal);
    } catch (error) {
      throw new Error(readSafeMode(live.read)?.reason ?? "run salute check to see the failed invariant", {
        cause: error,
      });
    }
    return "every invariant holds";
  },
};
