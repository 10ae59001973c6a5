import type { Database } from "../../../db/database.ts";
import { type Clock, MINUTE_MS } from "../../../kit/clock.ts";
import { CLOCK_HOLDS, findStep } from "../clock-step/index.ts";
import type { Job } from "../jobs/index.ts";
import { purgeInChunks } from "./chunks.ts";
import type { Retention } from "./windows.ts";

export interface RetentionParts {
  clock: Clock;
  live: Database;
  sandbox: Database;
  sandboxFiles: { each(): AsyncIterable<Database> };
}

/** The nightly job that deletes expired rows. @param all every retention of the build */
export function createRetention<Parts extends RetentionParts>(all: readonly Retention<Parts>[]): Job<Parts> {
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
      for await (const file of stateFiles(parts)) {
        for (const { rows, purge } of all) {
          if (purge === null) continue;
          const count = await purgeInChunks(file, purge(parts, file.now(parts.clock.now())), signal);
          deleted.set(rows, (deleted.get(rows) ?? 0) + count);
        }
      }
      for await (const file of stateFiles(parts)) {
        for (const { rows, sweep } of all) {
          if (sweep === null) continue;
          const count = await sweep(file, parts, { now: file.now(parts.clock.now()), signal });
          deleted.set(rows, (deleted.get(rows) ?? 0) + count);
        }
      }
      for await (const file of stateFiles(parts)) await file.emptyWal();
      const some = [...deleted].filter(([, count]) => count > 0).map(([rows, count]) => `${count} ${rows}`);
      return some.length === 0 ? "nothing expired" : `deleted ${some.join(", ")}`;
    },
  };
}

/** Every file with rows that expire: live.db, sandbox.db and the sandbox files. */
export async function* stateFiles({ live, sandbox, sandboxFiles }: RetentionParts): AsyncGenerator<Database> {
  yield live;
  yield sandbox;
  yield* sandboxFiles.each();
}
