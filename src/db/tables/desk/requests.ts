import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Changes and refusals that were answered, by request id: stored in batches soon after their answers. */
export const requestLog = sqliteTable(
  "request_log",
  {
    id: integer("id").primaryKey(),
    request_id: text("request_id").notNull(),
    /** When the request came, Unix milliseconds. */
    at: integer("at").notNull(),
    /** Method and path template: never the path itself, which may hold a code. */
    route: text("route").notNull(),
    status: integer("status").notNull(),
    /** Key id, or `operator:` and a name; empty for everybody else. */
    caller: text("caller").notNull(),
    /** The code of a refusal. */
    refusal: text("refusal"),
    duration_ms: integer("duration_ms").notNull(),
    /** Of a partner's change that was carried out: the ledger entry's and the answer's reference. */
    idempotency_key: text("idempotency_key"),
  },
  (table) => [
    index("request_log_by_request").on(table.request_id),
    index("request_log_refusals").on(table.caller, table.at).where(sql`refusal IS NOT NULL`),
    index("request_log_unproved").on(table.at).where(sql`caller = ''`),
  ],
);
