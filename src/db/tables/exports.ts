import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Downloads of operators' exports by UTC day. */
export const exportUsage = sqliteTable(
  "export_usage",
  {
    /** Days since 1970-01-01. */
    day: integer("day").notNull(),
    /** Name of the operator who downloaded the export or requested its download token. */
    operator: text("operator").notNull(),
    /** The path under /admin/ops without its extension, such as 403-digest/export. */
    export: text("export").notNull(),
    format: text("format").notNull(),
    source: text("source", { enum: ["export", "token"] }).notNull(),
    downloads: integer("downloads").notNull(),
    rows: integer("rows").notNull(),
    bytes: integer("bytes").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.operator, table.export, table.format, table.source] }),
    index("export_usage_by_age").on(table.day),
  ],
);
