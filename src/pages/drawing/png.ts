import { SECOND_MS } from "../../kit/clock.ts";
import { Thread } from "../../kit/process/thread.ts";

/** In the executable, an entry point is under the folder of main.ts, wherever the importing code went. */
const WORKER_URL = import.meta.dir.includes("$bunfs")
  ? new URL("./pages/drawing/png-worker.ts", import.meta.url)
  : new URL("./png-worker.ts", import.meta.url);

const thread = new Thread<string, Uint8Array<ArrayBuffer>>({
  url: WORKER_URL,
  name: "a drawing",
  idleMs: 20 * SECOND_MS,
  timeoutMs: 20 * SECOND_MS,
});

/** One of our SVG documents as PNG. The library is only loaded at the first call. @throws Error */
export function renderPng(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  return thread.ask(svg);
}
