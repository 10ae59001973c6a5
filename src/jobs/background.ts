import { publishLog } from "../features/signed-log/index.ts";
import { SECOND_MS } from "../kit/clock.ts";
import { describeError } from "../kit/log.ts";
import type { Services } from "../services.ts";
import { JobRunner } from "./runner.ts";

const USAGE_FLUSH_MS = 5 * SECOND_MS;

/** What runs beside the listener until the server stops. */
export interface Background {
  /** Starts nothing more and waits at most this long, and a moment, for what is under way. */
  stop(waitMs: number): Promise<void>;
}

/** Starts the jobs, and the timer that stores what was counted of requests; signs what a crash left unsigned of the log. */
export function startBackground(services: Services): Background {
  const { usage, log, signedLog } = services;
  const runner = new JobRunner(services);
  const usageTimer = setInterval(() => {
    usage.flush().catch((error) => log.warn("usage was not stored", { error: describeError(error) }));
  }, USAGE_FLUSH_MS);
  publishLog(signedLog).then(
    (hold) => hold && log.warn("the log is not signed", { ...hold }),
    (error) => log.warn("the log could not be signed", { error: describeError(error) }),
  );
  runner.start();
  return {
    async stop(waitMs) {
      clearInterval(usageTimer);
      await runner.stop(waitMs);
    },
  };
}
