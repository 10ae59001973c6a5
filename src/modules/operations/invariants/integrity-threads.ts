import { availableParallelism } from "node:os";
import { SECOND_MS } from "../../../kit/clock.ts";
import { entryPoint } from "../../../kit/process/entry-point.ts";
import { Thread } from "../../../kit/process/thread.ts";
import type { Finding } from "../../platform/invariants/index.ts";

/** The pages of a file, and with `full` its indexes. */
export interface IntegrityRequest {
  path: string;
  full: boolean;
}

const WORKER_URL = entryPoint("modules/operations/invariants/integrity-worker.ts");

/**
 * Checks the integrity of files in threads, as many as there are cores beside the caller's, which `meanwhile` may hold.
 * @throws Error if a thread fails
 */
export async function checkIntegrity<Value>(
  requests: readonly IntegrityRequest[],
  meanwhile: () => Value,
): Promise<{ findings: Finding[]; value: Value }> {
  const count = Math.max(1, Math.min(requests.length, availableParallelism() - 1));
  const threads: ReturnType<typeof newThread>[] = [];
  const answers = Promise.allSettled(
    requests.map((request) => {
      const thread = (threads.length < count ? null : threads.shift()) ?? newThread();
      threads.push(thread);
      return thread.ask(request);
    }),
  );
  try {
    const value = meanwhile();
    const findings = (await answers).map((answer) => {
      if (answer.status === "rejected") throw answer.reason;
      return answer.value;
    });
    return { findings, value };
  } finally {
    await answers;
    for (const thread of threads) await thread.end();
  }
}

function newThread(): Thread<IntegrityRequest, Finding> {
  return new Thread({ url: WORKER_URL, name: "an integrity check", idleMs: 10 * SECOND_MS });
}
