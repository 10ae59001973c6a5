import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { LOCALES } from "../../../kit/language/locale.ts";

const SEVERITIES = ["warn", "bad"] as const;
const STATES = ["investigating", "identified", "monitoring", "resolved", "postmortem"] as const;

/** Incidents declared by operators; automatic ones are in status_incidents. Ids are unique over both. */
export const operatorIncidents = sqliteTable(
  "operator_incidents",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    title: text("title").notNull(),
    severity: text("severity", { enum: SEVERITIES }).notNull(),
    state: text("state", { enum: STATES }).notNull(),
    /** JSON list of check names; empty for the whole service. */
    checks: text("checks").notNull(),
    /** 1: shown on the status page, in feeds and in public answers. */
    is_public: integer("is_public").notNull(),
    started_at: integer("started_at").notNull(),
    ended_at: integer("ended_at"),
    created_by: text("created_by").notNull(),
    updated_at: integer("updated_at").notNull(),
  },
  (table) => [
    index("operator_incidents_by_start").on(table.started_at),
    index("operator_incidents_open").on(table.id).where(sql`ended_at IS NULL`),
  ],
);

/**
 * Edits of operators' incidents. The signed log holds salted hashes of the texts, so that a text can be withdrawn.
 */
export const incidentUpdates = sqliteTable(
  "incident_updates",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    incident_id: integer("incident_id")
      .notNull()
      .references(() => operatorIncidents.id),
    at: integer("at").notNull(),
    by: text("by").notNull(),
    edit: text("edit", { enum: ["opened", "updated", "resolved", "withdrawn"] }).notNull(),
    state: text("state", { enum: STATES }).notNull(),
    severity: text("severity", { enum: SEVERITIES }).notNull(),
    checks: text("checks").notNull(),
    is_public: integer("is_public").notNull(),
    /** The update whose text this edit withdrew. */
    withdraws: integer("withdraws"),
    /** Null if the edit did not change the title, or after withdrawal. */
    title: text("title"),
    message: text("message"),
    /** Hex; deleted when the text is withdrawn. */
    salt: text("salt"),
    title_sha256: text("title_sha256"),
    message_sha256: text("message_sha256"),
    withdrawn_at: integer("withdrawn_at"),
    /** Index in the signed log; null until the edit is logged. */
    log_index: integer("log_index"),
    log_url: text("log_url"),
  },
  (table) => [
    index("incident_updates_by_incident").on(table.incident_id, table.id),
    index("incident_updates_unlogged").on(table.id).where(sql`log_index IS NULL`),
  ],
);

/** Subscribers to incident updates, by mail, webhook or Slack. */
export const statusSubscribers = sqliteTable(
  "status_subscribers",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    uid: text("uid").notNull().unique(),
    kind: text("kind", { enum: ["email", "webhook", "slack"] }).notNull(),
    /** Keyed hash of the mail address in lower case, or of the URL. */
    target_hash: text("target_hash").notNull(),
    target_sealed: text("target_sealed").notNull(),
    /** JSON: names of the checks of interest; empty for all. */
    checks: text("checks").notNull(),
    /** Of the page on which they subscribed. */
    language: text("language", { enum: LOCALES }).notNull(),
    /** SHA-256 of the token that confirms and unsubscribes. */
    token_hash: text("token_hash").notNull().unique(),
    token_sealed: text("token_sealed").notNull(),
    /** Null until the address is confirmed. */
    confirmed_at: integer("confirmed_at"),
    /** Time of the last request for a confirmation. */
    asked_at: integer("asked_at").notNull(),
    /** First failed post since the last success; null while posts succeed. */
    failing_since: integer("failing_since"),
    /** Time at which it was switched off, because its posts kept failing. */
    off_at: integer("off_at"),
    created_at: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("status_subscribers_by_target").on(table.target_hash),
    index("status_subscribers_unconfirmed").on(table.asked_at).where(sql`confirmed_at IS NULL`),
    index("status_subscribers_off").on(table.off_at).where(sql`off_at IS NOT NULL`),
  ],
);

/** Posts to webhooks and Slack that are not accepted yet; a post that succeeds, or fails for the last time, is deleted. */
export const statusPosts = sqliteTable(
  "status_posts",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    subscriber_id: integer("subscriber_id")
      .notNull()
      .references(() => statusSubscribers.id),
    /** Key of the notice, or confirm:<uid of the subscriber>. */
    key: text("key").notNull(),
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    attempts: integer("attempts").notNull(),
    next_at: integer("next_at").notNull(),
    created_at: integer("created_at").notNull(),
  },
  (table) => [
    index("status_posts_due").on(table.next_at),
    index("status_posts_by_subscriber").on(table.subscriber_id),
    index("status_posts_by_key").on(table.key),
  ],
);

/**
 * Incident updates to send, each once per subscriber: `cursor` is the last subscriber whose mail or post was queued.
 */
export const statusNotices = sqliteTable(
  "status_notices",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** update:<id>, or incident:<id>:<change> for an automatic incident. */
    key: text("key").notNull().unique(),
    /** JSON: subject and text in each language. */
    texts: text("texts").notNull(),
    /** JSON: names of the affected checks; empty for the whole service. */
    checks: text("checks").notNull(),
    cursor: integer("cursor").notNull(),
    created_at: integer("created_at").notNull(),
    done_at: integer("done_at"),
  },
  (table) => [
    index("status_notices_due").on(table.id).where(sql`done_at IS NULL`),
    index("status_notices_by_age").on(table.created_at),
  ],
);

/** Refused requests by clock hour, error code and route; WITHOUT ROWID. */
export const errorHours = sqliteTable(
  "error_hours",
  {
    /** Unix hours. */
    hour: integer("hour").notNull(),
    code: text("code").notNull(),
    /** Method and path template. */
    path: text("path").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.code, table.path] })],
);

/** Daily digests. */
export const opsDigests = sqliteTable(
  "ops_digests",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    at: integer("at").notNull(),
    /** 1: nothing needs attention. */
    is_well: integer("is_well").notNull(),
    body: text("body").notNull(),
  },
  (table) => [index("ops_digests_by_age").on(table.at)],
);
