import { setTimeout as pause } from "node:timers/promises";
import { MINUTE_MS } from "../../../kit/clock.ts";
import type { Job } from "../../platform/jobs/index.ts";
import type { PracticeFiles } from "./practice-files.ts";

/** Between two files requests have the event loop to themselves. */
const PAUSE_MS = 5;

export const sandboxReset: Job<{ practice: PracticeFiles; startedAt: number }> = {
  name: "sandbox_reset",
  schedule: "37 3 * * *",
  timeoutMs: 10 * MINUTE_MS,
  waitsForSchedule: true,
  description: "Puts the sandbox's seed in the place of every partner's practice state",
  run: async ({ practice, startedAt }, signal, trigger) => {
    let count = 0;
    for (const partner of practice.partners()) {
      signal.throwIfAborted();
      const { at, isUntouched } = practice.seedOf(partner);
      // A run that was owed when the server started is not meant for what was begun since.
      if (isUntouched || (trigger === "overdue" && at >= startedAt)) continue;
      await practice.reset(partner);
      count++;
      await pause(PAUSE_MS);
    }
    return count === 0 ? "nobody has practised since" : `${count} practice files begin anew`;
  },
};
