import { SECOND_MS } from "../../kit/clock.ts";
import { entryPoint } from "../../kit/process/entry-point.ts";
import { Thread } from "../../kit/process/thread.ts";

const WORKER_URL = entryPoint("pages/drawing/png-worker.ts");

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
