import { SECOND_MS } from "../kit/clock.ts";

/** isLast: closes the file instead. */
export interface CheckpointRequest {
  id: number;
  path: string;
  isLast: boolean;
}

/** fault: null for success. */
export interface CheckpointReply {
  id: number;
  fault: string | null;
}

/** In the executable, an entry point is under the folder of main.ts, wherever the importing code went. */
const WORKER_URL = import.meta.dir.includes("$bunfs")
  ? new URL("./db/checkpoint-worker.ts", import.meta.url)
  : new URL("./checkpoint-worker.ts", import.meta.url);

/** After this time without a checkpoint the thread ends, and its memory (6 MB) is freed. */
const IDLE_MS = 10 * SECOND_MS;

interface PendingCheckpoint {
  resolve: () => void;
  reject: (error: Error) => void;
}

let worker: Worker | null = null;
let idle: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;
const waiting = new Map<number, PendingCheckpoint>();
/** Files that the thread has open, with the end of those that it is closing. */
const open = new Map<string, Promise<void> | null>();

/** Whether the thread exists, so that a checkpoint costs little. */
export function hasCheckpointThread(): boolean {
  return worker !== null;
}

/** Moves a file's pages from its WAL as far as readers permit, off the event loop. @throws Error */
export function checkpointInThread(path: string): Promise<void> {
  open.set(path, null);
  return ask({ path, isLast: false });
}

/** Ends the thread's use of a file. SQLite closes a file's last connection with a checkpoint: keep another one open. */
export async function endCheckpoints(path: string): Promise<void> {
  const known = open.get(path);
  if (known === undefined) return;
  const closed = known ?? ask({ path, isLast: true });
  open.set(path, closed);
  await closed;
  if (open.get(path) === closed) open.delete(path);
  if (open.size === 0) end(new Error("no file is open"));
}

async function ask(request: Omit<CheckpointRequest, "id">): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const id = ++lastId;
  waiting.set(id, { resolve, reject });
  clearTimeout(idle);
  worker ??= begin();
  worker.postMessage({ id, ...request } satisfies CheckpointRequest);
  try {
    await promise;
  } finally {
    if (waiting.size === 0) {
      idle = setTimeout(endAll, IDLE_MS);
      idle.unref();
    }
  }
}

function begin(): Worker {
  const begun = new Worker(WORKER_URL.href, { ref: false });
  begun.onmessage = ({ data }: MessageEvent<CheckpointReply>) => {
    const own = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.fault === null) own?.resolve();
    else own?.reject(new Error(data.fault));
  };
  begun.onerror = ({ message }) => end(new Error(`the thread of checkpoints: ${message}`));
  return begun;
}

async function endAll(): Promise<void> {
  await Promise.allSettled([...open.keys()].map(endCheckpoints));
}

function end(error: Error): void {
  clearTimeout(idle);
  worker?.terminate();
  worker = null;
  open.clear();
  for (const own of waiting.values()) own.reject(error);
  waiting.clear();
}
