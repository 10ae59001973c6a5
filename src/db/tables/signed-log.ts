import { blob, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The logs of this installation; entries are appended to the newest. Origin and vkey never change once set. Only used in
 * log.db.
 */
export const signedLogs = sqliteTable("signed_logs", {
  id: integer("id").primaryKey(),
  /** Random. Distinguishes this log from one that was created again after log.db was lost. */
  uid: text("uid").notNull(),
  /** Null until the log is first signed, then fixed; the same holds for vkey. */
  origin: text("origin").unique(),
  vkey: text("vkey"),
  /** The last published signed note; null before the first. */
  note: text("note"),
  /** 1 if a restart closed it because its entries contradict its last note. */
  contradicts_note: integer("contradicts_note").notNull().default(0),
  opened_at: integer("opened_at").notNull(),
});

/** The logged objects, gzipped. Append-only; triggers reject changes. */
export const logObjects = sqliteTable("log_objects", {
  sha256: text("sha256").primaryKey(),
  media_type: text("media_type").notNull(),
  size: integer("size").notNull(),
  gzip: blob("gzip").$type<Uint8Array>().notNull(),
});

/** The leaves in order. Append-only; triggers reject changes. */
export const logEntries = sqliteTable(
  "log_entries",
  {
    log_id: integer("log_id")
      .notNull()
      .references(() => signedLogs.id),
    entry_index: integer("entry_index").notNull(),
    kind: text("kind").notNull(),
    sha256: text("sha256")
      .notNull()
      .references(() => logObjects.sha256),
    taken_at: integer("taken_at").notNull(),
    /** The hashed text of the leaf. */
    entry: text("entry").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.log_id, table.entry_index] }),
    index("log_entries_by_kind").on(table.log_id, table.kind, table.entry_index),
  ],
);

/** Hashes of complete subtrees: node (level, index) covers 2^level leaves from index·2^level on. Append-only. */
export const logNodes = sqliteTable(
  "log_nodes",
  {
    log_id: integer("log_id")
      .notNull()
      .references(() => signedLogs.id),
    level: integer("level").notNull(),
    node_index: integer("node_index").notNull(),
    hash: blob("hash").$type<Uint8Array>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.log_id, table.level, table.node_index] })],
);
