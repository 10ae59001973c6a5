import { MINUTE_MS, SECOND_MS } from "../../../kit/clock.ts";
import { startPolling } from "../../../kit/poll.ts";
import type { Logger } from "../../../kit/process/log.ts";
import type { Job } from "../../platform/jobs/index.ts";
import { type GuardParts, guard } from "./desk.ts";

type PreflightParts = GuardParts & { log: Logger };

/** The daily snapshot of what the guards find; others are taken at each start and on change. */
export const preflightJob: Job<PreflightParts> = {
  name: "preflight",
  schedule: "5 0 * * *",
  timeoutMs: MINUTE_MS,
  waitsForSchedule: true,
  description: "Keeps a snapshot of what the preflight guards find",
  run: async (parts, _, trigger) => {
    const cause = trigger === "command" ? "command" : "daily";
    return (await guard(parts, cause)) ?? "nothing kept";
  },
};

/** After the start the process is given this long to become ready: the snapshot should show how it runs. */
const READY_TRIES = 10;
const LOOKS_EVERY = 30;

/** Takes the snapshot of this start, then one whenever a value has changed. */
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
        if (ticks % LOOKS_EVERY === 0) await guard(parts, "change");
        return;
      }
      const { ready } = await parts.readiness();
      if (!ready && ticks < READY_TRIES) return;
      await guard(parts, "start");
      hasStarted = true;
    },
  });
}
