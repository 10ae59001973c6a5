import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../../db/database.ts";
import type { Tx } from "../../../db/sql.ts";

/** Deletes at most `chunk` expired rows; returns how many. */
export type Purge = (tx: Tx, chunk: number) => number;

const MAX_CHUNK = 500;
const MIN_CHUNK = 20;
/** A chunk that takes longer is halved: on a slow disk 500 rows could hold the writer for over 50 ms. */
const SLOW_MS = 20;
/** Pause between chunks, in which requests have the writer to themselves. */
const PAUSE_MS = 5;

/** Runs a purge until it finds nothing more, in chunks that leave the writer free for requests. */
export async function purgeInChunks(db: Database, purge: Purge, signal: AbortSignal): Promise<number> {
  let total = 0;
  let chunk = MAX_CHUNK;
  while (true) {
    signal.throwIfAborted();
    const { deleted, durationMs } = await db.writer.run((tx) => timed(() => purge(tx, chunk)));
    if (deleted === 0) return total;
    total += deleted;
    chunk =
      durationMs > SLOW_MS
        ? Math.max(MIN_CHUNK, Math.floor(chunk / 2))
        : Math.min(MAX_CHUNK, chunk + MIN_CHUNK);
    await pause(PAUSE_MS);
  }
}

function timed(work: () => number): { deleted: number; durationMs: number } {
  const startedAt = performance.now();
  return { deleted: work(), durationMs: performance.now() - startedAt };
}
