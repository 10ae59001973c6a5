import { SECOND_MS } from "../kit/clock.ts";
import { describeError } from "../kit/log.ts";
import type { Services } from "../services.ts";
import { JobRunner } from "./runner.ts";
import { startSettling } from "./settling.ts";

const USAGE_FLUSH_MS = 5 * SECOND_MS;

/** What runs beside the listener until the server stops. */
export interface Background {
  /** Starts nothing more and waits at most this long, and a moment, for what is under way. */
  stop(waitMs: number): Promise<void>;
}

/** Starts the jobs, what moves long queues of webhooks, and the timer that stores what was counted of requests. */
export function startBackground(services: Services): Background {
  const { usage, log } = services;
  const runner = new JobRunner(services);
  const usageTimer = setInterval(() => {
    usage.flush().catch((error) => log.warn("usage was not stored", { error: describeError(error) }));
  }, USAGE_FLUSH_MS);
  const settling = startSettling(services);
  runner.start();
  return {
    async stop(waitMs) {
      clearInterval(usageTimer);
      await settling.stop();
      await runner.stop(waitMs);
    },
  };
}
