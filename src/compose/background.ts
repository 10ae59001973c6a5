import { JobRunner } from "../jobs/runner.ts";
import { describeError } from "../kit/process/log.ts";
import { saveMemoryAtRest } from "../kit/runtime/save-memory.ts";
import { findLastOkRun } from "../modules/platform/jobs/index.ts";
import { publicStats } from "../modules/token/figures/index.ts";
import { publishLog } from "../modules/transparency/signed-log/index.ts";
import { JOBS, MODULES } from "./modules.ts";
import type { Services } from "./services.ts";

/** The work beside the listener until the server stops. */
export interface Background {
  /** Settles once the log is signed and a first start on the demo chain has figures. */
  firstFigures: Promise<void>;
  /** Starts nothing more, and waits up to this many milliseconds, and a little longer, for work in progress. */
  stop(waitMs: number): Promise<void>;
}

/** Starts each module's background work, signs log entries that a crash left unsigned, and starts the jobs. */
export function startBackground(services: Services): Background {
  const runner = new JobRunner(services, JOBS);
  const running = MODULES.flatMap(({ background }) => background?.(services) ?? []);
  if (services.config.savesMemory)
    running.push(saveMemoryAtRest(services.http.inFlight, () => releasePages(services)));
  const firstFigures = signLog(services)
    .then(() => readDemoChain(services, runner))
    .finally(() => runner.start());
  return {
    firstFigures,
    async stop(waitMs) {
      await Promise.all([runner.stop(waitMs), ...running.map((each) => each.stop(waitMs))]);
    },
  };
}

/** Of every file that stays open. */
function releasePages({ live, sandbox, signedLog, sandboxFiles }: Services): void {
  for (const file of [live, sandbox, signedLog.db]) file.releasePages();
  sandboxFiles.releasePages();
}

/** An unsigned log is reported in the operators' log, and does not prevent the start (contract section 11). */
async function signLog({ signedLog, log }: Services): Promise<void> {
  try {
    const hold = await publishLog(signedLog);
    if (hold !== null) log.warn("the log is not signed", { ...hold });
  } catch (error) {
    log.warn("the log could not be signed", { error: describeError(error) });
  }
}

/** The demo chain is read at once, so that a first visit shows figures; a real one takes as long as its addresses. */
async function readDemoChain({ chain, live }: Services, runner: JobRunner<Services>): Promise<void> {
  if (chain?.mode === "demo" && findLastOkRun(live.read, publicStats.name) === null)
    await runner.run(publicStats, "overdue");
}
