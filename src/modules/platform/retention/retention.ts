import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../../db/database.ts";
import type { Tx } from "../../../db/sql.ts";
import { type Clock, MINUTE_MS } from "../../../kit/clock.ts";
import { CLOCK_HOLDS, findStep } from "../clock-step/index.ts";
import type { Job } from "../jobs/index.ts";

/** Deletes at most `chunk` expired rows; returns how many. */
export type Purge = (tx: Tx, chunk: number) => number;

/** How long one kind of row is kept, in every state file. */
export interface Retention<Parts> {
  /** The rows, as a noun for "deletes …". */
  rows: string;
  /** @param now the file's own time: a sandbox file has its own clock */
  purge?: (parts: Parts, now: number) => Purge;
  /** For rows without an index on their age. Returns how many were deleted. */
  sweep?: (db: Database, now: number, signal: AbortSignal) => Promise<number>;
}

interface RetentionParts {
  clock: Clock;
  live: Database;
  sandbox: Database;
  sandboxFiles: { each(): AsyncIterable<Database> };
}

const MAX_CHUNK = 500;
const MIN_CHUNK = 20;
/** A chunk that takes longer is halved: on a slow disk 500 rows could hold the writer for over 50 ms. */
const SLOW_MS = 20;
/** Pause between chunks, in which requests have the writer to themselves. */
const PAUSE_MS = 5;

/** The nightly job that deletes expired rows. @param all every retention of the build, called at each run */
export function createRetention<Parts extends RetentionParts>(
  all: () => readonly Retention<Parts>[],
): Job<Parts> {
  return {
    name: "retention",
    schedule: "17 3 * * *",
    timeoutMs: 10 * MINUTE_MS,
    waitsForSchedule: true,
    description:
      "Deletes expired rows: nonces, recorded answers, usage, events, runs, status, mail, alerts, credentials",
    async run(parts, signal) {
      if (findStep(parts.live.read, parts.clock) !== null) return CLOCK_HOLDS;
      const deleted = new Map<string, number>();
      for await (const file of files(parts)) {
        for (const { rows, purge } of all()) {
          if (purge === undefined) continue;
          const count = await purgeInChunks(file, purge(parts, file.now(parts.clock.now())), signal);
          deleted.set(rows, (deleted.get(rows) ?? 0) + count);
        }
      }
      for await (const file of files(parts)) {
        for (const { rows, sweep } of all()) {
          if (sweep === undefined) continue;
          const count = await sweep(file, file.now(parts.clock.now()), signal);
          deleted.set(rows, (deleted.get(rows) ?? 0) + count);
        }
      }
      const some = [...deleted].filter(([, count]) => count > 0).map(([rows, count]) => `${count} ${rows}`);
      return some.length === 0 ? "nothing expired" : `deleted ${some.join(", ")}`;
    },
  };
}

async function* files({ live, sandbox, sandboxFiles }: RetentionParts): AsyncGenerator<Database> {
  yield live;
  yield sandbox;
  yield* sandboxFiles.each();
}

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
