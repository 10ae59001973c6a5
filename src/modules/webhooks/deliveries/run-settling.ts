import type { Database } from "../../../db/database.ts";
import { WriteUnavailable } from "../../../db/write-errors.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import { describeError, type Logger } from "../../../kit/log.ts";
import { settleNext } from "./settle.ts";

/** After a change that the file did not take. */
const RETRY_MS = SECOND_MS;

/**
 * Moves the waiting records of webhooks that went on, off or away, a chunk a commit, where there were too many for the
 * commit that switched them; at the start, what a crash left. Others' changes come in between the chunks. What a full
 * disk stops goes on once there is room.
 */
export function startSettling({ live, log }: { live: Database; log: Logger }): { stop(): Promise<void> } {
  let isStopped = false;
  let isAsked = false;
  let running: Promise<void> | null = null;
  const run = async () => {
    while (isAsked && !isStopped) {
      isAsked = false;
      try {
        while (!isStopped && (await live.writer.run(settleNext)));
      } catch (error) {
        log.error("records of a webhook were not moved", { error: describeError(error) });
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
  const unlisten = live.writer.listen("settling", start);
  start();
  return {
    async stop() {
      isStopped = true;
      unlisten();
      await running;
    },
  };
}
