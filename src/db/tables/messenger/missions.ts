import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { messengerPlayers } from "./players.ts";

const REWARD_KINDS = ["salutes", "missiles", "free_spins", "nothing"] as const;

/** A reward: salutes in hundredths, missiles and free spins as whole numbers, none as 0. */
function reward() {
  return {
    reward_kind: text("reward_kind", { enum: REWARD_KINDS }).notNull(),
    reward_amount: integer("reward_amount").notNull(),
  };
}

/** Goals for players in the messenger's mini-app. `spent` never exceeds `budget`: a constraint enforces it. */
export const missions = sqliteTable(
  "missions",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    mission_key: text("mission_key").notNull().unique(),
    revision: integer("revision").notNull(),
    state: text("state", { enum: ["draft", "active", "inactive"] }).notNull(),
    title: text("title").notNull(),
    description: text("description").notNull(),
    goal_kind: text("goal_kind").notNull(),
    /** In the goal's own unit; hundredths of a salute for salutes_earned. */
    goal_target: integer("goal_target").notNull(),
    ...reward(),
    starts_at: integer("starts_at"),
    ends_at: integer("ends_at"),
    /** The key of an audience group; null for everybody. */
    audience: text("audience"),
    per_player_cap: integer("per_player_cap").notNull(),
    /** In the reward's unit; null for no limit. */
    budget: integer("budget"),
    spent: integer("spent").notNull(),
    /** Number of rewarded completions: from the first on, goal and reward are fixed. */
    paid: integer("paid").notNull(),
    cooldown_seconds: integer("cooldown_seconds").notNull(),
    per_hour: integer("per_hour"),
    shadow: integer("shadow").notNull(),
    created_at: integer("created_at").notNull(),
    updated_at: integer("updated_at").notNull(),
  },
  (table) => [
    index("missions_by_state").on(table.state, table.id),
    check("missions_within_budget", sql`${table.budget} IS NULL OR ${table.spent} <= ${table.budget}`),
  ],
);

/** The content of each revision of a mission, as JSON. */
export const missionRevisions = sqliteTable(
  "mission_revisions",
  {
    mission_id: integer("mission_id")
      .notNull()
      .references(() => missions.id),
    revision: integer("revision").notNull(),
    definition: text("definition").notNull(),
    actor: text("actor").notNull(),
    created_at: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.mission_id, table.revision] })],
);

/** One row per enrollment of a player in a mission; at most one of them is active. */
export const missionEnrollments = sqliteTable(
  "mission_enrollments",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    mission_id: integer("mission_id")
      .notNull()
      .references(() => missions.id),
    player_id: integer("player_id")
      .notNull()
      .references(() => messengerPlayers.id),
    /** 1 for the first time, up to the mission's per_player_cap. */
    turn: integer("turn").notNull(),
    state: text("state", { enum: ["active", "done"] }).notNull(),
    /** In the goal's unit. */
    value: integer("value").notNull(),
    /** For streaks: the last UTC day that counted, in days since 1970-01-01. */
    last_day: integer("last_day"),
    enrolled_at: integer("enrolled_at").notNull(),
    started_at: integer("started_at"),
    completed_at: integer("completed_at"),
    /** The reward of its completion; null before. */
    paid_kind: text("paid_kind", { enum: REWARD_KINDS }),
    paid_amount: integer("paid_amount"),
  },
  (table) => [
    uniqueIndex("mission_enrollments_one_active")
      .on(table.player_id, table.mission_id)
      .where(sql`state = 'active'`),
    index("mission_enrollments_by_player").on(table.player_id, table.id),
    uniqueIndex("mission_enrollments_by_turn").on(table.mission_id, table.player_id, table.turn),
  ],
);

/** Counted events: each once per mission and player. Keys of the server and of clients share no prefix. */
export const missionEvents = sqliteTable(
  "mission_events",
  {
    mission_id: integer("mission_id").notNull(),
    player_id: integer("player_id").notNull(),
    event_key: text("event_key").notNull(),
    amount: integer("amount").notNull(),
    /** Implausibly fast, for an operator to review. */
    is_flagged: integer("is_flagged").notNull(),
    created_at: integer("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.mission_id, table.player_id, table.event_key] }),
    index("mission_events_by_time").on(table.mission_id, table.player_id, table.created_at),
    index("mission_events_by_age").on(table.created_at),
  ],
);

/** Decisions about reported progress, by hour; `is_shadow` if a limit was only recorded. */
export const missionDecisions = sqliteTable(
  "mission_decisions",
  {
    mission_id: integer("mission_id").notNull(),
    player_id: integer("player_id").notNull(),
    /** Hours since 1970-01-01. */
    hour: integer("hour").notNull(),
    decision: text("decision").notNull(),
    is_shadow: integer("is_shadow").notNull(),
    count: integer("count").notNull(),
    last_kind: text("last_kind").notNull(),
    last_at: integer("last_at").notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.mission_id, table.hour, table.decision, table.is_shadow, table.player_id],
    }),
    index("mission_decisions_by_player").on(table.player_id, table.last_at),
    index("mission_decisions_by_age").on(table.hour),
  ],
);

/**
 * A mission's figures by UTC day. `enrolled` to `paid` count that day's events; the cohort columns tell how far the
 * players got who first enrolled on that day.
 */
export const missionDays = sqliteTable(
  "mission_days",
  {
    mission_id: integer("mission_id").notNull(),
    /** Days since 1970-01-01. */
    day: integer("day").notNull(),
    enrolled: integer("enrolled").notNull(),
    completed: integer("completed").notNull(),
    rewarded: integer("rewarded").notNull(),
    /** In the reward's unit. */
    paid: integer("paid").notNull(),
    cohort_enrolled: integer("cohort_enrolled").notNull(),
    cohort_started: integer("cohort_started").notNull(),
    cohort_completed: integer("cohort_completed").notNull(),
    cohort_rewarded: integer("cohort_rewarded").notNull(),
  },
  (table) => [primaryKey({ columns: [table.mission_id, table.day] })],
);

/** Codes that each player may redeem once. `claims` never exceeds `max_claims`: a constraint enforces it. */
export const promos = sqliteTable(
  "promos",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    code: text("code").notNull(),
    /** The code in lower case: case is ignored. */
    code_folded: text("code_folded").notNull().unique(),
    revision: integer("revision").notNull(),
    title: text("title").notNull(),
    ...reward(),
    max_claims: integer("max_claims"),
    claims: integer("claims").notNull(),
    audience: text("audience"),
    starts_at: integer("starts_at"),
    ends_at: integer("ends_at"),
    enabled: integer("enabled").notNull(),
    created_at: integer("created_at").notNull(),
    updated_at: integer("updated_at").notNull(),
  },
  (table) => [
    index("promos_enabled").on(table.enabled, table.id),
    check("promos_within_claims", sql`${table.max_claims} IS NULL OR ${table.claims} <= ${table.max_claims}`),
  ],
);

export const promoClaims = sqliteTable(
  "promo_claims",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    promo_id: integer("promo_id")
      .notNull()
      .references(() => promos.id),
    player_id: integer("player_id")
      .notNull()
      .references(() => messengerPlayers.id),
    ...reward(),
    created_at: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("promo_claims_once").on(table.promo_id, table.player_id),
    index("promo_claims_by_player").on(table.player_id, table.id),
  ],
);
