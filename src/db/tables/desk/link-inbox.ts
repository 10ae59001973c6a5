import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

const FAMILIES = ["2xx", "4xx", "5xx", "timeout", "other"] as const;

/** Links that operators monitor. */
export const linkInboxLinks = sqliteTable(
  "link_inbox_links",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** Null for a note without a URL. */
    url: text("url"),
    /** Free text, never looked up: incident:12, audit:<signature>, deprecation:<id>. */
    issue_id: text("issue_id"),
    note: text("note"),
    state: text("state", { enum: ["open", "resolved"] }).notNull(),
    created_by: text("created_by").notNull(),
    created_at: integer("created_at").notNull(),
    checked_at: integer("checked_at"),
    /** HTTP status of the last check; null if there was no answer. */
    status_code: integer("status_code"),
    status_code_family: text("status_code_family", { enum: FAMILIES }),
    /** Time of the first check in the current run of 2xx answers. */
    first_ok_at: integer("first_ok_at"),
    /** Time of the last job run that reported this link as skipped. */
    skipped_at: integer("skipped_at"),
    changed_at: integer("changed_at").notNull(),
  },
  (table) => [
    index("link_inbox_links_by_check").on(table.checked_at, table.id).where(sql`url IS NOT NULL`),
    index("link_inbox_links_without_url").on(table.id).where(sql`url IS NULL AND skipped_at IS NULL`),
  ],
);

/** Link events, kept for 180 days. */
export const linkInboxEvents = sqliteTable(
  "link_inbox_events",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    at: integer("at").notNull(),
    event: text("event", {
      enum: ["link.received", "link.checked", "link.skipped", "link.resolved", "link.reopened"],
    }).notNull(),
    link_id: integer("link_id").notNull(),
    issue_id: text("issue_id"),
    url: text("url"),
    status_code: integer("status_code"),
    status_code_family: text("status_code_family", { enum: FAMILIES }),
    skip_reason: text("skip_reason", { enum: ["no_url", "cooldown", "other"] }),
    duration_ms: integer("duration_ms"),
    final_url: text("final_url"),
  },
  (table) => [index("link_inbox_events_by_age").on(table.at)],
);

/** Single-use download tokens, each for one export; only the SHA-256 is stored. */
export const linkInboxTokens = sqliteTable(
  "link_inbox_tokens",
  {
    token_hash: text("token_hash").primaryKey(),
    operator: text("operator").notNull(),
    /** The export's parameters as JSON. */
    filters: text("filters").notNull(),
    created_at: integer("created_at").notNull(),
    expires_at: integer("expires_at").notNull(),
    used_at: integer("used_at"),
  },
  (table) => [index("link_inbox_tokens_by_age").on(table.expires_at)],
);

/** Completed exports. */
export const linkInboxExports = sqliteTable(
  "link_inbox_exports",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    at: integer("at").notNull(),
    requested_by: text("requested_by").notNull(),
    format: text("format", { enum: ["json", "csv"] }).notNull(),
    /** `token`: fetched with a download token. */
    source: text("source", { enum: ["export", "token"] }).notNull(),
    filters: text("filters").notNull(),
    rows: integer("rows").notNull(),
    /** Before compression. */
    bytes: integer("bytes").notNull(),
    is_compressed: integer("is_compressed").notNull(),
    sha256: text("sha256"),
    duration_ms: integer("duration_ms").notNull(),
  },
  (table) => [index("link_inbox_exports_by_age").on(table.at)],
);
