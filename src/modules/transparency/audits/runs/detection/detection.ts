import { entryPoint } from "../../../../../kit/process/entry-point.ts";
import { SupplyUnknown } from "../figures.ts";
import type { Coverage } from "../model.ts";
import type { DetectionTask, WorkerOutcome, WorkerReply, WorkerRequest } from "./protocol.ts";

const WORKER_URL = entryPoint("modules/transparency/audits/runs/detection/worker.ts");

/**
 * Applies every detector to a window in a worker thread, which pauses after each request until it gets a reply. Returns the
 * run's coverage. @throws SupplyUnknown, or the signal's reason
 */
export async function detectAnomalies(
  task: DetectionTask,
  answer: (request: WorkerRequest) => Promise<WorkerReply>,
  signal: AbortSignal,
): Promise<Coverage> {
  signal.throwIfAborted();
  const worker = new Worker(WORKER_URL.href);
  const settled = new AbortController();
  try {
    return await new Promise<Coverage>((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { signal: settled.signal });
      worker.onerror = ({ message }) => reject(new Error(`the audit thread failed: ${message}`));
      worker.onmessage = ({ data }: MessageEvent<WorkerRequest | WorkerOutcome>) => {
        if (data.kind === "done") resolve(data.coverage);
        else if (data.kind === "failed")
          reject(
            data.isSupplyUnknown
              ? new SupplyUnknown()
              : new Error(`the audit thread failed: ${data.message}`),
          );
        else answer(data).then((reply) => worker.postMessage(reply), reject);
      };
      worker.postMessage(task);
    });
  } finally {
    settled.abort();
    worker.terminate();
  }
}
