import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { messengerSetups } from "./games.ts";

export const messengerWheelCampaigns = sqliteTable("messenger_wheel_campaigns", {
  key: text("key").primaryKey(),
  revision: integer("revision").notNull(),
  /** The setup of this revision. */
  setup_id: integer("setup_id")
    .notNull()
    .references(() => messengerSetups.id),
  title: text("title").notNull(),
  /** JSON: label, weight, reward of each. */
  segments: text("segments").notNull(),
  /** Hundredths of a salute. */
  cost: integer("cost").notNull(),
  free_spin_every_hours: integer("free_spin_every_hours"),
  algorithm: text("algorithm", { enum: ["reject-v1", "stake-v1"] }).notNull(),
  /** Key of an audience group; null for everybody. */
  audience: text("audience"),
  /** Unix milliseconds; null without a bound. */
  starts_at: integer("starts_at"),
  ends_at: integer("ends_at"),
  enabled: integer("enabled").$type<0 | 1>().notNull(),
  created_at: integer("created_at").notNull(),
  updated_at: integer("updated_at").notNull(),
});

export const messengerCatalogCampaigns = sqliteTable("messenger_catalog_campaigns", {
  key: text("key").primaryKey(),
  revision: integer("revision").notNull(),
  game_key: text("game_key", { enum: ["spin-wheel", "recon-grid"] }).notNull(),
  /** The grid's rules in this revision; null for the wheel. */
  setup_id: integer("setup_id").references(() => messengerSetups.id),
  title: text("title").notNull(),
  description: text("description"),
  audience: text("audience"),
  starts_at: integer("starts_at"),
  ends_at: integer("ends_at"),
  position: integer("position").notNull(),
  enabled: integer("enabled").$type<0 | 1>().notNull(),
  /** JSON; the grid's rules, otherwise null. */
  config: text("config"),
  created_at: integer("created_at").notNull(),
  updated_at: integer("updated_at").notNull(),
});

export const messengerAudienceGroups = sqliteTable("messenger_audience_groups", {
  key: text("key").primaryKey(),
  revision: integer("revision").notNull(),
  title: text("title").notNull(),
  /** JSON. */
  rule: text("rule").notNull(),
  enabled: integer("enabled").$type<0 | 1>().notNull(),
  created_at: integer("created_at").notNull(),
  updated_at: integer("updated_at").notNull(),
});
