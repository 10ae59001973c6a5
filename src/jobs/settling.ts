import { settleNext } from "../features/deliveries/index.ts";
import { describeError } from "../kit/log.ts";
import type { Services } from "../services.ts";

/**
 * Moves the waiting records of webhooks that went on, off or away, a chunk a commit, where there were too many for the
 * commit that switched them; at the start, what a crash left. Others' changes come in between the chunks.
 */
export function startSettling({ live, log }: Services): { stop(): Promise<void> } {
  let isStopped = false;
  let isAsked = false;
  let running: Promise<void> | null = null;
  const run = async () => {
    try {
      while (isAsked && !isStopped) {
        isAsked = false;
        while (!isStopped && (await live.writer.run(settleNext)));
      }
    } catch (error) {
      log.error("records of a webhook were not moved", { error: describeError(error) });
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
