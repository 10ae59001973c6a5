import { SECOND_MS } from "../kit/clock.ts";
import { Thread } from "../kit/process/thread.ts";

/** In the executable, an entry point is under the folder of main.ts, wherever the importing code went. */
const WORKER_URL = import.meta.dir.includes("$bunfs")
  ? new URL("./db/checkpoint-worker.ts", import.meta.url)
  : new URL("./checkpoint-worker.ts", import.meta.url);

/**
 * Moves the pages of a file, given by its path, from its WAL into it as far as readers permit; null closes all files.
 * One thread for all files of the process: each takes 6 MB.
 */
export const checkpoints = new Thread<string | null, void>({
  url: WORKER_URL,
  name: "a checkpoint",
  idleMs: 10 * SECOND_MS,
  lastRequest: null,
});
