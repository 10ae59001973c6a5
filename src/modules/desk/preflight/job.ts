import { MINUTE_MS, SECOND_MS } from "../../../kit/clock.ts";
import { startPolling } from "../../../kit/poll.ts";
import type { Logger } from "../../../kit/process/log.ts";
import type { Job } from "../../platform/jobs/index.ts";
import { type GuardParts, snapshotGuards } from "./run-guards.ts";

type PreflightParts = GuardParts & { log: Logger };

/** Takes the daily snapshot; `watchGuards` takes the others. */
export const preflightJob: Job<PreflightParts> = {
  name: "preflight",
  schedule: "5 0 * * *",
  timeoutMs: MINUTE_MS,
  waitsForSchedule: true,
  description: "Stores a snapshot of the preflight guards",
  run: async (parts, _, trigger) => {
    const cause = trigger === "command" ? "command" : "daily";
    return (await snapshotGuards(parts, cause)) ?? "no snapshot stored";
  },
};

/** Seconds to wait for readiness before the start snapshot. */
const READY_TICKS = 10;
const CHECK_EVERY_TICKS = 30;

/** Takes a snapshot at the start, then one whenever a value changes. */
export function watchGuards(parts: PreflightParts): { stop(waitMs: number): Promise<void> } {
  let ticks = 0;
  let hasStarted = false;
  return startPolling({
    everyMs: SECOND_MS,
    what: "preflight guards",
    log: parts.log,
    work: async () => {
      ticks++;
      if (hasStarted) {
        if (ticks % CHECK_EVERY_TICKS === 0) await snapshotGuards(parts, "change");
        return;
      }
      const { ready } = await parts.readiness();
      if (!ready && ticks < READY_TICKS) return;
      await snapshotGuards(parts, "start");
      hasStarted = true;
    },
  });
}
