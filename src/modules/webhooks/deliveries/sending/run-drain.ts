import type { Database } from "../../../../db/database.ts";
import { WriteUnavailable } from "../../../../db/write-errors.ts";
import { SECOND_MS } from "../../../../kit/clock.ts";
import { describeError, type Logger } from "../../../../kit/process/log.ts";
import { drainNext } from "./drain.ts";

/** Delay after a failed write. */
const RETRY_MS = SECOND_MS;

/**
 * Drains the waiting records of webhooks that were switched on, off or deleted, one chunk per commit, if there were
 * too many for the commit of the switch; at the start, also those that a crash left. Other changes run between the
 * chunks. After a full disk it continues once there is room.
 */
export function startDrain({ live, log }: { live: Database; log: Logger }): { stop(): Promise<void> } {
  let isStopped = false;
  let isAsked = false;
  let running: Promise<void> | null = null;
  const run = async () => {
    while (isAsked && !isStopped) {
      isAsked = false;
      try {
        while (!isStopped && (await live.writer.run(drainNext)));
      } catch (error) {
        log.error("records of a webhook could not be moved", { error: describeError(error) });
        isAsked ||= error instanceof WriteUnavailable;
        await Bun.sleep(RETRY_MS);
      }
    }
  };
  const start = () => {
    isAsked = true;
    running ??= run().finally(() => {
      running = null;
    });
  };
  const unlisten = live.writer.listen("draining", start);
  start();
  return {
    async stop() {
      isStopped = true;
      unlisten();
      await running;
    },
  };
}
