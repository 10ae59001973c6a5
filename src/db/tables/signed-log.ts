import { blob, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The logs of this installation; the newest one is written to. Origin and vkey never change; `note` is the last
 * published signed note. Only used in log.db.
 */
export const signedLogs = sqliteTable("signed_logs", {
  id: integer("id").primaryKey(),
  /** Random: distinguishes this file's log from one that was started again after the file was lost. */
  uid: text("uid").notNull(),
  /** Null until the log may be signed for the first time; fixed from then on, as the key. */
  origin: text("origin").unique(),
  vkey: text("vkey"),
  /** The signed note that is published; null where none ever was. */
  note: text("note"),
  opened_at: integer("opened_at").notNull(),
});

/** The logged objects behind the entries, gzipped: kept permanently and never changed (triggers refuse it). */
export const logObjects = sqliteTable("log_objects", {
  sha256: text("sha256").primaryKey(),
  media_type: text("media_type").notNull(),
  size: integer("size").notNull(),
  gzip: blob("gzip").$type<Uint8Array>().notNull(),
});

/** The leaves, in order; `entry` is the hashed text. Append-only, like the objects. */
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
    /** The leaf's bytes, as text. */
    entry: text("entry").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.log_id, table.entry_index] }),
    index("log_entries_by_kind").on(table.log_id, table.kind, table.entry_index),
  ],
);

/** Hashes of the complete subtrees: node (level, index) covers the leaves from index·2^level on. Append-only. */
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
