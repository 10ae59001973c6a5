import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Evidence of a sandbox key for its promotion, in sandbox.db; only the last time is kept. */
export const promotionEvidence = sqliteTable(
  "promotion_evidence",
  {
    key_id: text("key_id").notNull(),
    /** Such as `credit`: a check of the promotion report. */
    name: text("name").notNull(),
    seen_at: integer("seen_at").notNull(),
    request_id: text("request_id").notNull(),
    route: text("route").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key_id, table.name] }),
    index("promotion_evidence_by_age").on(table.seen_at),
  ],
);

/** The last requests of each sandbox key that its error rate counts, in sandbox.db. */
export const recentRequests = sqliteTable(
  "recent_requests",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    key_id: text("key_id").notNull(),
    at: integer("at").notNull(),
    /** Method and path template. */
    route: text("route").notNull(),
    is_error: integer("is_error").notNull(),
  },
  (table) => [
    index("recent_requests_by_key").on(table.key_id, table.id),
    index("recent_requests_by_age").on(table.at),
  ],
);

/** Live keys that partners asked for, in live.db: the last request for each sandbox key. */
export const promotionRequests = sqliteTable(
  "promotion_requests",
  {
    /** The sandbox key. */
    key_id: text("key_id").primaryKey(),
    partner: text("partner").notNull(),
    note: text("note"),
    state: text("state", { enum: ["waiting", "granted", "declined"] }).notNull(),
    /** The operators' reason for declining it. */
    reason: text("reason"),
    asked_at: integer("asked_at").notNull(),
    decided_at: integer("decided_at"),
  },
  (table) => [index("promotion_requests_by_state").on(table.state, table.asked_at)],
);
