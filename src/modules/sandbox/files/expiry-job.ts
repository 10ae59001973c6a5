import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../../db/database.ts";
import { type Clock, MINUTE_MS } from "../../../kit/clock.ts";
import { describeError, type Logger } from "../../../kit/process/log.ts";
import { CLOCK_HOLDS, findStep } from "../../platform/clock-step/index.ts";
import type { Job } from "../../platform/jobs/index.ts";
import type { SandboxFiles } from "./sandbox-files.ts";
import { parseSandboxId } from "./sandbox-id.ts";

/** Pause between two files, in which requests have the event loop to themselves. */
const PAUSE_MS = 5;

interface ExpiryParts {
  sandboxFiles: SandboxFiles;
  live: Database;
  clock: Clock;
  log: Logger;
}

export const deleteUnusedSandboxes: Job<ExpiryParts> = {
  name: "sandbox_expiry",
  schedule: "17 * * * *",
  timeoutMs: 10 * MINUTE_MS,
  waitsForSchedule: true,
  description: "Deletes named sandboxes without a request for a day",
  run: async ({ sandboxFiles, live, clock, log }, signal) => {
    let deleted = 0;
    let failed = 0;
    for (const id of sandboxFiles.ids().filter((each) => parseSandboxId(each).name !== null)) {
      signal.throwIfAborted();
      if (findStep(live.read, clock) !== null) return CLOCK_HOLDS;
      try {
        if (await sandboxFiles.deleteUnused(id)) deleted++;
      } catch (error) {
        failed++;
        log.error("a named sandbox could not be looked at", { sandbox: id, error: describeError(error) });
      }
      await pause(PAUSE_MS);
    }
    if (failed > 0)
      throw new Error(`${deleted} named sandboxes deleted, ${failed} unreadable: the log names them`);
    return deleted === 0 ? "no named sandbox is unused" : `${deleted} named sandboxes deleted`;
  },
};
