import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The weekly rotation of operators on call; no row without a plan. */
export const onCallPlans = sqliteTable("on_call_plans", {
  /** IANA name. */
  zone: text("zone").primaryKey(),
  /** Of the hand-over: 1 is Monday. */
  weekday: integer("weekday").notNull(),
  /** Of the hand-over, in the zone. */
  hour: integer("hour").notNull(),
  /** Local day of the hand-over to the first member, as YYYY-MM-DD. */
  starts_on: text("starts_on").notNull(),
  updated_at: integer("updated_at").notNull(),
  updated_by: text("updated_by").notNull(),
});

/** The operators of the rotation, in their order. */
export const onCallMembers = sqliteTable("on_call_members", {
  position: integer("position").primaryKey(),
  operator: text("operator").notNull().unique(),
  email_sealed: text("email_sealed").notNull(),
});

/** Times at which an operator is on call instead of the one of the rotation. They do not overlap. */
export const onCallOverrides = sqliteTable(
  "on_call_overrides",
  {
    starts_at: integer("starts_at").primaryKey(),
    operator: text("operator").notNull(),
    ends_at: integer("ends_at").notNull(),
  },
  (table) => [check("on_call_overrides_span", sql`${table.ends_at} > ${table.starts_at}`)],
);

/** Alarms that wait for an operator's acknowledgement, each by its alert. */
export const alarmCalls = sqliteTable(
  "alarm_calls",
  {
    alert_uid: text("alert_uid").primaryKey(),
    /** What the alarm is about, such as rule:disk_left; an acknowledgement counts for all calls about it. */
    subject: text("subject").notNull(),
    title: text("title").notNull(),
    /** Times in Unix milliseconds. */
    created_at: integer("created_at").notNull(),
    acknowledged_at: integer("acknowledged_at"),
    acknowledged_by: text("acknowledged_by"),
    /** Set from the start for a call that is an escalation itself. */
    escalated_at: integer("escalated_at"),
    /** Time at which the cause ended by itself. */
    ended_at: integer("ended_at"),
  },
  (table) => [
    index("alarm_calls_open").on(table.subject).where(sql`acknowledged_at IS NULL AND ended_at IS NULL`),
    index("alarm_calls_by_age").on(table.created_at),
    check(
      "alarm_calls_acknowledged",
      sql`(${table.acknowledged_at} IS NULL) = (${table.acknowledged_by} IS NULL)`,
    ),
  ],
);
