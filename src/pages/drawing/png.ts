import { SECOND_MS } from "../../kit/clock.ts";

export interface PngRequest {
  id: number;
  svg: string;
}

export type PngReply = { id: number; png: Uint8Array } | { id: number; fault: string };

/** In the executable, an entry point is under the folder of main.ts, wherever the importing code went. */
const WORKER_URL = import.meta.dir.includes("$bunfs")
  ? new URL("./pages/drawing/png-worker.ts", import.meta.url)
  : new URL("./png-worker.ts", import.meta.url);

/** After this time without a drawing the thread ends, and its memory is freed. */
const IDLE_MS = 20 * SECOND_MS;
const TIMEOUT_MS = 20 * SECOND_MS;

type PendingDrawing = { resolve: (png: Uint8Array<ArrayBuffer>) => void; reject: (error: Error) => void };

let worker: Worker | null = null;
let idle: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;
const waiting = new Map<number, PendingDrawing>();

/** One of our SVG documents as PNG. The library is only loaded at the first call. @throws Error */
export async function pngOf(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const id = ++lastId;
  waiting.set(id, { resolve, reject });
  clearTimeout(idle);
  const timeout = setTimeout(() => end(new Error("a drawing took too long")), TIMEOUT_MS);
  worker ??= begin();
  worker.postMessage({ id, svg } satisfies PngRequest);
  try {
    return await promise;
  } finally {
    clearTimeout(timeout);
    if (waiting.size === 0) {
      idle = setTimeout(() => end(new Error("the drawing was ended")), IDLE_MS);
      idle.unref();
    }
  }
}

function begin(): Worker {
  const begun = new Worker(WORKER_URL.href, { ref: false });
  begun.onmessage = ({ data }: MessageEvent<PngReply>) => {
    const own = waiting.get(data.id);
    waiting.delete(data.id);
    if ("png" in data) own?.resolve(new Uint8Array(data.png));
    else own?.reject(new Error(`a drawing failed: ${data.fault}`));
  };
  begun.onerror = ({ message }) => end(new Error(`the drawing's thread: ${message}`));
  return begun;
}

function end(error: Error): void {
  worker?.terminate();
  worker = null;
  for (const own of waiting.values()) own.reject(error);
  waiting.clear();
}
