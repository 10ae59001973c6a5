import { setTimeout as pause } from "node:timers/promises";
import { MINUTE_MS } from "../../../kit/clock.ts";
import type { Job } from "../../platform/jobs/index.ts";
import type { SandboxFiles } from "./sandbox-files.ts";

/** Pause between two files, in which requests have the event loop to themselves. */
const PAUSE_MS = 5;

export const sandboxReset: Job<{ sandboxFiles: SandboxFiles; startedAt: number }> = {
  name: "sandbox_reset",
  schedule: "37 3 * * *",
  timeoutMs: 10 * MINUTE_MS,
  waitsForSchedule: true,
  description: "Resets every partner's sandbox state to the seed",
  run: async ({ sandboxFiles, startedAt }, signal, trigger) => {
    let count = 0;
    for (const partner of sandboxFiles.partners()) {
      signal.throwIfAborted();
      const { at, isUntouched } = sandboxFiles.seedOf(partner);
      // An overdue run at the server's start does not reset state that was created since.
      if (isUntouched || (trigger === "overdue" && at >= startedAt)) continue;
      await sandboxFiles.reset(partner);
      count++;
      await pause(PAUSE_MS);
    }
    return count === 0 ? "no partner has used the sandbox since" : `${count} sandbox files reset`;
  },
};
