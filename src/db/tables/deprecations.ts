import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Reminders of a sunset that were sent, with the days left. */
export const deprecationReminders = sqliteTable(
  "deprecation_reminders",
  {
    deprecation_id: text("deprecation_id").notNull(),
    sunset_at: integer("sunset_at").notNull(),
    days: integer("days").notNull(),
    /** 0 stands for the operators. */
    partner_id: integer("partner_id").notNull(),
    created_at: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.deprecation_id, table.sunset_at, table.days, table.partner_id] })],
);
