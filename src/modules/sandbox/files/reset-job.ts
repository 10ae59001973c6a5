import { setTimeout as pause } from "node:timers/promises";
import { MINUTE_MS } from "../../../kit/clock.ts";
import { describeError, type Logger } from "../../../kit/process/log.ts";
import type { Job } from "../../platform/jobs/index.ts";
import { MAX_NAMED_MB } from "./named-sandboxes.ts";
import type { SandboxFiles } from "./sandbox-files.ts";
import { parseSandboxId } from "./sandbox-id.ts";

/** Pause between two files, in which requests have the event loop to themselves. */
const PAUSE_MS = 5;

export const sandboxReset: Job<{ sandboxFiles: SandboxFiles; startedAt: number; log: Logger }> = {
  name: "sandbox_reset",
  schedule: "37 3 * * *",
  timeoutMs: 10 * MINUTE_MS,
  waitsForSchedule: true,
  description: "Resets every partner's own sandbox, and named ones that became large, to the initial state",
  run: async ({ sandboxFiles, startedAt, log }, signal, trigger) => {
    let count = 0;
    let failed = 0;
    const isDue = (id: string) =>
      parseSandboxId(id).name === null || sandboxFiles.fileBytes(id) > MAX_NAMED_MB * 1e6;
    for (const sandbox of sandboxFiles.ids().filter(isDue)) {
      signal.throwIfAborted();
      try {
        const { at, isUntouched } = sandboxFiles.readSeed(sandbox);
        // An overdue run at the server's start does not reset state that was created since.
        if (isUntouched || (trigger === "overdue" && at >= startedAt)) continue;
        await sandboxFiles.reset(sandbox);
        count++;
      } catch (error) {
        // A damaged file must not keep the others from their reset.
        failed++;
        log.error("a sandbox file was not reset", { sandbox, error: describeError(error) });
      }
      await pause(PAUSE_MS);
    }
    if (failed > 0) throw new Error(`${count} sandbox files reset, ${failed} not: the log names them`);
    return count === 0 ? "no partner has used the sandbox since" : `${count} sandbox files reset`;
  },
};
