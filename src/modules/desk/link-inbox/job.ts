import { MINUTE_MS } from "../../../kit/clock.ts";
import type { Job } from "../../platform/jobs/index.ts";
import { type CheckParts, checkLinks } from "./check-links.ts";

export const linkInboxJob: Job<CheckParts> = {
  name: "link_inbox",
  schedule: "*/15 * * * *",
  timeoutMs: 10 * MINUTE_MS,
  waitsForSchedule: true,
  description: "Checks each link in the link inbox at most once every six hours",
  run: (parts, signal) => checkLinks(parts, signal),
};
