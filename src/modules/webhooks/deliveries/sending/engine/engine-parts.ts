import type { Database } from "../../../../../db/database.ts";
import type { Sql, Tx } from "../../../../../db/sql.ts";
import type { Timers } from "../../../../../kit/timers.ts";
import type { RetryPolicy } from "../retry.ts";
import type { SenderParts } from "../sender.ts";
import type { SlotLimits } from "./slots.ts";

/** Parts of the delivery engine. */
export interface EngineParts extends SenderParts {
  db: { read: Database["read"]; writer: Pick<Database["writer"], "run" | "listen" | "counts"> };
  timers: Timers;
  policy: RetryPolicy & { timeoutMs: number };
  limits: SlotLimits;
  /** From 0 to under 1. */
  random: () => number;
  /** Whether nothing may be sent now. */
  isPaused: (sql: Sql) => boolean;
  /** `last`: time at which an engine last recorded that it runs; `beat` records it. */
  heartbeat: { last: (sql: Sql) => number | null; beat: (tx: Tx) => void };
}
