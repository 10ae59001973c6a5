import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The rotation of operators on call, and its escalation; no row without a plan. */
export const onCallPlans = sqliteTable("on_call_plans", {
  /** IANA name. */
  zone: text("zone").primaryKey(),
  /** Local time at which the rotation begins, as YYYY-MM-DDTHH:MM. */
  starts_at: text("starts_at").notNull(),
  /** The rotation repeats after so many weeks. */
  weeks: integer("weeks").notNull(),
  /** Null: ALERT_ESCALATION_MINUTES. */
  escalation_minutes: integer("escalation_minutes"),
  updated_at: integer("updated_at").notNull(),
  updated_by: text("updated_by").notNull(),
});

/** The spans of the rotation, in local minutes from its begin. They do not overlap. */
export const onCallSpans = sqliteTable(
  "on_call_spans",
  {
    from_minute: integer("from_minute").primaryKey(),
    operator: text("operator").notNull(),
    to_minute: integer("to_minute").notNull(),
  },
  (table) => [check("on_call_spans_span", sql`${table.to_minute} > ${table.from_minute}`)],
);

/** The operators of the plan, in the order of the rotation. */
export const onCallMembers = sqliteTable("on_call_members", {
  position: integer("position").primaryKey(),
  operator: text("operator").notNull().unique(),
  /** Null: alarms for the operator go to ALERT_EMAIL. */
  email_sealed: text("email_sealed"),
  /** 1: receives alarms that the operator on call did not acknowledge. */
  is_escalated_to: integer("is_escalated_to").$type<0 | 1>().notNull(),
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
    /** Subject of the alarm, such as rule:disk_left; an acknowledgement counts for all calls of a subject. */
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
