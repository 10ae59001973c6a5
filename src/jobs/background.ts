import { notePolicy } from "../features/audio-share/index.ts";
import { SECOND_MS } from "../kit/clock.ts";
import { describeError } from "../kit/log.ts";
import type { Services } from "../services.ts";
import { JobRunner } from "./runner.ts";

const USAGE_FLUSH_MS = 5 * SECOND_MS;
/** Half of what a kill may cost, so that a flush under way is within it too. */
const CLICKS_FLUSH_MS = SECOND_MS / 2;

/** What runs beside the listener until the server stops. */
export interface Background {
  /** Starts nothing more and waits at most this long, and a moment, for what is under way. */
  stop(waitMs: number): Promise<void>;
}

/** Starts the jobs, and the timers that store what was counted of requests and clicks. */
export function startBackground(services: Services): Background {
  const { usage, audioShare, live, log } = services;
  const runner = new JobRunner(services);
  const usageTimer = setInterval(() => {
    usage.flush().catch((error) => log.warn("usage was not stored", { error: describeError(error) }));
  }, USAGE_FLUSH_MS);
  const clicksTimer = setInterval(() => {
    audioShare.clicks
      .flush()
      .catch((error) => log.warn("clicks were not stored", { error: describeError(error) }));
  }, CLICKS_FLUSH_MS);
  live.writer
    .run((tx) => notePolicy(tx, { kind: "command", name: "serve" }, audioShare.policy))
    .catch((error) => log.warn("the policy was not noted", { error: describeError(error) }));
  runner.start();
  return {
    async stop(waitMs) {
      clearInterval(usageTimer);
      clearInterval(clicksTimer);
      await runner.stop(waitMs);
    },
  };
}
