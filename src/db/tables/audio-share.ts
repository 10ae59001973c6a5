import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Signing keys of share links, derived from the master key of their time and sealed with the present one. */
export const audioShareKeys = sqliteTable("audio_share_keys", {
  kid: text("kid").primaryKey(),
  key_sealed: text("key_sealed").notNull(),
  created_at: integer("created_at").notNull(),
});

/** Short links, plain and signed. A revoked one stays until it expires and is purged. */
export const audioShareLinks = sqliteTable(
  "audio_share_links",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** Ten random base58 characters and their check character; the signature of a signed link is never stored. */
    code: text("code").notNull().unique(),
    destination: text("destination").notNull(),
    kind: text("kind", { enum: ["track", "file"] }).notNull(),
    title: text("title"),
    description: text("description"),
    /** Id of the signing key; null for a plain link. */
    kid: text("kid").references(() => audioShareKeys.kid),
    /** SHA-256 of the request: an equal request finds the same link again. */
    request_hash: text("request_hash").notNull(),
    created_at: integer("created_at").notNull(),
    expires_at: integer("expires_at").notNull(),
    revoked_at: integer("revoked_at"),
    revoked_by: text("revoked_by"),
    revoked_reason: text("revoked_reason"),
    /** What its landing page shows, as JSON; null for a link that redirects. */
    landing: text("landing"),
    /** SHA-256 of the secret in the address of its statistics; null for a link without. */
    stats_hash: text("stats_hash"),
    /** When its maker last changed the destination. */
    edited_at: integer("edited_at"),
  },
  (table) => [
    uniqueIndex("audio_share_links_by_stats").on(table.stats_hash).where(sql`stats_hash IS NOT NULL`),
    index("audio_share_links_by_request").on(table.request_hash, table.expires_at),
    index("audio_share_links_by_expiry").on(table.expires_at),
    index("audio_share_links_revoked").on(table.revoked_at).where(sql`revoked_at IS NOT NULL`),
    index("audio_share_links_signed").on(table.kid).where(sql`kid IS NOT NULL`),
  ],
);

/** Clicks by link, UTC day and channel, without addresses, user agents or other personal data. */
export const audioShareClicks = sqliteTable(
  "audio_share_clicks",
  {
    link_id: integer("link_id")
      .notNull()
      .references(() => audioShareLinks.id),
    /** Days since 1970-01-01. */
    day: integer("day").notNull(),
    channel: text("channel").notNull(),
    human: integer("human").notNull(),
    preview_bot: integer("preview_bot").notNull(),
    head: integer("head").notNull(),
    prefetch: integer("prefetch").notNull(),
    duplicate: integer("duplicate").notNull(),
  },
  (table) => [primaryKey({ columns: [table.link_id, table.day, table.channel] })],
);

/** Human visits of links with statistics by UTC day and origin, and downloads of their QR codes. */
export const audioShareSources = sqliteTable(
  "audio_share_sources",
  {
    link_id: integer("link_id")
      .notNull()
      .references(() => audioShareLinks.id),
    /** Days since 1970-01-01. */
    day: integer("day").notNull(),
    dimension: text("dimension", {
      enum: ["referrer", "country", "utm_source", "utm_medium", "utm_campaign", "qr_download"],
    }).notNull(),
    /** Host, country code, parameter or image format. */
    value: text("value").notNull(),
    visits: integer("visits").notNull(),
  },
  (table) => [primaryKey({ columns: [table.link_id, table.day, table.dimension, table.value] })],
);

/** All links' clicks; kept longer than the links. */
export const audioShareDays = sqliteTable(
  "audio_share_days",
  {
    day: integer("day").notNull(),
    channel: text("channel").notNull(),
    human: integer("human").notNull(),
    preview_bot: integer("preview_bot").notNull(),
    head: integer("head").notNull(),
    prefetch: integer("prefetch").notNull(),
    duplicate: integer("duplicate").notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.channel] })],
);

/** Events counted within the dedupe window, only as hashes. */
export const audioShareEvents = sqliteTable(
  "audio_share_events",
  {
    /** SHA-256 of the client_event_id. */
    event_hash: text("event_hash").primaryKey(),
    /** SHA-256 of the event's content. */
    body_hash: text("body_hash").notNull(),
    created_at: integer("created_at").notNull(),
  },
  (table) => [index("audio_share_events_by_age").on(table.created_at)],
);

/** Counted events by UTC day, type and destination. */
export const audioShareEventDays = sqliteTable(
  "audio_share_event_days",
  {
    day: integer("day").notNull(),
    event_type: text("event_type").notNull(),
    destination: text("destination").notNull(),
    events: integer("events").notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.event_type, table.destination] })],
);

/** Bearer tokens for reporting events, as the SHA-256 of the token shown once. */
export const audioShareTrackTokens = sqliteTable(
  "audio_share_track_tokens",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** Unique among active tokens. */
    name: text("name").notNull(),
    token_hash: text("token_hash").notNull().unique(),
    created_at: integer("created_at").notNull(),
    revoked_at: integer("revoked_at"),
  },
  (table) => [uniqueIndex("audio_share_track_tokens_by_name").on(table.name).where(sql`revoked_at IS NULL`)],
);
