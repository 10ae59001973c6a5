import { findLastOkRun } from "../features/jobs/index.ts";
import { SECOND_MS } from "../kit/clock.ts";
import { describeError } from "../kit/log.ts";
import type { Services } from "../services.ts";
import { publicStats } from "./chain.ts";
import { JobRunner } from "./runner.ts";

const USAGE_FLUSH_MS = 5 * SECOND_MS;

/** What runs beside the listener until the server stops. */
export interface Background {
  /** Settles once whoever connects finds the token's figures: at once, but for a first start on the demo chain. */
  firstFigures: Promise<void>;
  /** Starts nothing more and waits at most this long, and a moment, for what is under way. */
  stop(waitMs: number): Promise<void>;
}

/** Starts the jobs, and the timer that stores what was counted of requests. */
export function startBackground(services: Services): Background {
  const { usage, log } = services;
  const runner = new JobRunner(services);
  const usageTimer = setInterval(() => {
    usage.flush().catch((error) => log.warn("usage was not stored", { error: describeError(error) }));
  }, USAGE_FLUSH_MS);
  const firstFigures = readDemoChain(services, runner).finally(() => runner.start());
  return {
    firstFigures,
    async stop(waitMs) {
      clearInterval(usageTimer);
      await runner.stop(waitMs);
    },
  };
}

/** The demo chain is read in a moment, so that a first visit shows figures; a real one takes as long as its addresses. */
async function readDemoChain({ chain, live }: Services, runner: JobRunner): Promise<void> {
  if (chain?.mode === "demo" && findLastOkRun(live.read, publicStats.name) === null)
    await runner.run(publicStats, "overdue");
}
