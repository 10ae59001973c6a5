import { isShortOfDescriptors } from "./network/descriptor-count.ts";
import { describeError, type Logger } from "./process/log.ts";

export interface Poll {
  everyMs: number;
  /** The work, as a noun for log lines: mail, alerts. */
  what: string;
  log: Logger;
  /** Ends soon after the signal is aborted. */
  work: (signal: AbortSignal) => Promise<unknown>;
}

/**
 * Repeats work at an interval, one run at a time. `stop` waits the given time for a run in progress. A burst of
 * connections can take the last descriptors for some milliseconds: only the second such fault in a row is logged.
 */
export function startPolling({ everyMs, what, log, work }: Poll): { stop(waitMs: number): Promise<void> } {
  const stopping = new AbortController();
  let running: Promise<unknown> | null = null;
  let wasShort = false;
  const run = async () => {
    let isShort = false;
    try {
      await work(stopping.signal);
    } catch (error) {
      isShort = isShortOfDescriptors(error);
      if (!isShort || wasShort)
        log.error(`${what} could not be looked after`, { error: describeError(error) });
    }
    wasShort = isShort;
    running = null;
  };
  const timer = setInterval(() => {
    running ??= run();
  }, everyMs);
  return {
    async stop(waitMs) {
      clearInterval(timer);
      stopping.abort();
      await Promise.race([running, Bun.sleep(waitMs)]);
    },
  };
}
