import { SupplyUnknown } from "../figures.ts";
import type { Coverage } from "../model.ts";
import type { Answer, DetectionTask, Ending, Step } from "./protocol.ts";

/** In the executable an entry point lies under the folder of main.ts, wherever the code that names it went. */
const WORKER_URL = import.meta.dir.includes("$bunfs")
  ? new URL("./modules/transparency/audits/runs/detection/worker.ts", import.meta.url)
  : new URL("./worker.ts", import.meta.url);

/**
 * Runs a window past every detector in a thread of its own, which goes on once each of its steps was answered. Returns what
 * the run could see. @throws SupplyUnknown, or the signal's reason
 */
export async function detectAnomalies(
  task: DetectionTask,
  answer: (step: Step) => Promise<Answer>,
  signal: AbortSignal,
): Promise<Coverage> {
  signal.throwIfAborted();
  const worker = new Worker(WORKER_URL.href);
  try {
    return await new Promise<Coverage>((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      worker.onerror = ({ message }) => reject(new Error(`the audit's thread: ${message}`));
      worker.onmessage = ({ data }: MessageEvent<Step | Ending>) => {
        if (data.kind === "done") resolve(data.coverage);
        else if (data.kind === "failed")
          reject(
            data.isSupplyUnknown ? new SupplyUnknown() : new Error(`the audit's thread: ${data.message}`),
          );
        else answer(data).then((answered) => worker.postMessage(answered), reject);
      };
      worker.postMessage(task);
    });
  } finally {
    worker.terminate();
  }
}
