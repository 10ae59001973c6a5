import { type Clock, MINUTE_MS } from "../../../kit/clock.ts";
import type { Job } from "../../platform/jobs/index.ts";
import { type ReminderParts, sendReminders } from "./remind.ts";

/** Contract-2 section 18: nobody learns of a sunset from a 410. */
export const deprecationsJob: Job<ReminderParts & { clock: Clock }> = {
  name: "deprecations",
  schedule: "23 * * * *",
  timeoutMs: 5 * MINUTE_MS,
  description:
    "Reminds partners that still call a deprecated endpoint, and operators, 7 days and 1 day before its sunset",
  run: async (parts, signal) => {
    const told = await sendReminders(parts, parts.clock.now(), signal);
    return told === 0 ? "nobody to remind" : `${told} reminders sent to partners`;
  },
};
