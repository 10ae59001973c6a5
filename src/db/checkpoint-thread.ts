import { SECOND_MS } from "../kit/clock.ts";
import { entryPoint } from "../kit/process/entry-point.ts";
import { Thread } from "../kit/process/thread.ts";

const WORKER_URL = entryPoint("db/checkpoint-worker.ts");

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
