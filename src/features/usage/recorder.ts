import type { Database } from "../../db/database.ts";
import { type Clock, MINUTE_MS } from "../../kit/clock.ts";
import { type Histogram, recordDuration } from "../../kit/histogram.ts";
import { upsertUsage } from "./store.ts";

/** Requests of one minute, one key and one route. */
export interface UsageCell {
  /** Unix minutes. */
  minute: number;
  /** Empty for requests without a proved key. */
  keyId: string;
  route: string;
  requests: number;
  errors: number;
  serverErrors: number;
  rateLimited: number;
  histogram: Histogram;
}

export interface UsageRecorder {
  record(keyId: string, route: string, status: number, durationMs: number): void;
  /** What is counted and not yet in a file; reads add it to what is stored. */
  pending(): Iterable<UsageCell>;
  /** Writes what is pending, sandbox keys' requests to sandbox.db, all others to live.db. */
  flush(): Promise<void>;
}

const MAX_PENDING_CELLS = 50_000;

/** Counts requests in memory, by minute, key and route; `flush` writes them in one batch. */
export function createUsageRecorder(clock: Clock, live: Database, sandbox: Database): UsageRecorder {
  let cells = new Map<string, UsageCell>();
  return {
    record(keyId, route, status, durationMs) {
      const minute = Math.floor(clock.now() / MINUTE_MS);
      const name = `${minute} ${keyId} ${route}`;
      let cell = cells.get(name);
      if (cell === undefined) {
        if (cells.size >= MAX_PENDING_CELLS) return;
        cell = {
          minute,
          keyId,
          route,
          requests: 0,
          errors: 0,
          serverErrors: 0,
          rateLimited: 0,
          histogram: new Map(),
        };
        cells.set(name, cell);
      }
      cell.requests++;
      if (status >= 400) cell.errors++;
      if (status >= 500) cell.serverErrors++;
      if (status === 429) cell.rateLimited++;
      recordDuration(cell.histogram, durationMs);
    },
    pending: () => cells.values(),
    async flush() {
      const taken = [...cells.values()];
      if (taken.length === 0) return;
      cells = new Map();
      const [forSandbox, forLive] = [taken.filter(isSandbox), taken.filter((cell) => !isSandbox(cell))];
      await Promise.all([
        forLive.length === 0 ? null : live.writer.run((tx) => upsertUsage(tx, forLive)),
        forSandbox.length === 0 ? null : sandbox.writer.run((tx) => upsertUsage(tx, forSandbox)),
      ]);
    },
  };
}

function isSandbox(cell: UsageCell): boolean {
  return cell.keyId.startsWith("pk_sandbox_");
}
