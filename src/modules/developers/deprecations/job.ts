import { type Clock, MINUTE_MS } from "../../../kit/clock.ts";
import type { Job } from "../../platform/jobs/index.ts";
import { type ReminderParts, sendReminders } from "./remind.ts";

/** Contract-2 section 18: reminders before each sunset, so that no caller is surprised by a 410. */
export const deprecationsJob: Job<ReminderParts & { clock: Clock }> = {
  name: "deprecations",
  schedule: "23 * * * *",
  timeoutMs: 5 * MINUTE_MS,
  description:
    "Reminds partners that still call a deprecated endpoint, and operators, 7 days and 1 day before its sunset",
  run: async (parts, signal) => {
    const reminded = await sendReminders(parts, parts.clock.now(), signal);
    return reminded === 0 ? "no reminders due" : `${reminded} reminders sent to partners`;
  },
};
