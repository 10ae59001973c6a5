import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Answered changes, refused requests and sampled reads of partners, stored in batches shortly after the answer. */
export const requestLog = sqliteTable(
  "request_log",
  {
    id: integer("id").primaryKey(),
    request_id: text("request_id").notNull(),
    /** Arrival time, Unix milliseconds. */
    at: integer("at").notNull(),
    /** Method and path template; the raw path may hold a secret code. */
    route: text("route").notNull(),
    status: integer("status").notNull(),
    /** Key id, or `operator:` and a name; empty for unauthenticated callers. */
    caller: text("caller").notNull(),
    /** Error code; null for a success. */
    refusal: text("refusal"),
    duration_ms: integer("duration_ms").notNull(),
    /** Set for a partner's successful change; also the ledger entry's reference. */
    idempotency_key: text("idempotency_key"),
  },
  (table) => [
    index("request_log_by_request").on(table.request_id),
    index("request_log_refusals").on(table.caller, table.at).where(sql`refusal IS NOT NULL`),
    index("request_log_unproved").on(table.at).where(sql`caller = ''`),
  ],
);
