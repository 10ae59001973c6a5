import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One row: the demo bot, which replaces a configured one in development. */
export const messengerBot = sqliteTable("messenger_bot", {
  /** `demo`: the context of the sealed secrets. */
  name: text("name").primaryKey(),
  token_sealed: text("token_sealed").notNull(),
  webhook_secret_sealed: text("webhook_secret_sealed").notNull(),
  created_at: integer("created_at").notNull(),
});

/** Received updates of the bot; their ids need not increase. */
export const botUpdates = sqliteTable(
  "bot_updates",
  {
    update_id: integer("update_id").primaryKey(),
    kind: text("kind").notNull(),
    handled: integer("handled").notNull(),
    /** The first answer, as JSON. */
    reply: text("reply").notNull(),
    received_at: integer("received_at").notNull(),
  },
  (table) => [index("bot_updates_by_age").on(table.received_at)],
);

/** Counters of the mini-app by hour: refusals by code, and duplicates. */
export const messengerHours = sqliteTable(
  "messenger_hours",
  {
    /** Hours since 1970-01-01. */
    hour: integer("hour").notNull(),
    kind: text("kind", { enum: ["refusal", "bot_refusal", "duplicate"] }).notNull(),
    code: text("code").notNull(),
    count: integer("count").notNull(),
    last_at: integer("last_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.kind, table.code] })],
);
