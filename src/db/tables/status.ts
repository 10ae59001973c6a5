import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Results of the checks, once a minute; 40 bytes per row. The hours below are computed from it. */
export const statusSnapshots = sqliteTable("status_snapshots", {
  /** Unix milliseconds. */
  taken_at: integer("taken_at").primaryKey(),
  overall: text("overall", { enum: ["ok", "warn", "bad"] }).notNull(),
  /**
   * One letter per check, by its slot: o, w, b, m (maintenance), u (unknown), - (not in that build). With announced
   * incidents also |, the letter of overall, and the letters of the checks as measured, without those incidents.
   */
  states: text("states").notNull(),
  /** 1 while maintenance covers the whole service. */
  in_maintenance: integer("in_maintenance").$type<0 | 1>().notNull(),
});

/** Milliseconds of each clock hour for which a check, or `overall`, was measured in a state. */
export const statusHours = sqliteTable(
  "status_hours",
  {
    subject: text("subject").notNull(),
    /** Unix hours. */
    hour: integer("hour").notNull(),
    ok_ms: integer("ok_ms").notNull(),
    warn_ms: integer("warn_ms").notNull(),
    bad_ms: integer("bad_ms").notNull(),
    maintenance_ms: integer("maintenance_ms").notNull(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.hour] })],
);

/** Series of points that were not ok. A series with a single point is not an incident yet. */
export const statusIncidents = sqliteTable(
  "status_incidents",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** The first point that was not ok. */
    started_at: integer("started_at").notNull(),
    /** The first of the ok points that closed it. */
    ended_at: integer("ended_at"),
    severity: text("severity", { enum: ["warn", "bad"] }).notNull(),
    /** JSON: the names of all checks that were not ok during it. */
    checks: text("checks").notNull(),
    points: integer("points").notNull(),
    /** Ok points since the last one that was not ok, and the first of them. */
    ok_points: integer("ok_points").notNull(),
    first_ok_at: integer("first_ok_at"),
  },
  (table) => [
    index("status_incidents_ended").on(table.ended_at),
    index("status_incidents_open").on(table.id).where(sql`ended_at IS NULL`),
  ],
);

/** Maintenance announced by operators. */
export const maintenanceWindows = sqliteTable(
  "maintenance_windows",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    title: text("title").notNull(),
    /** JSON: names of checks; an empty list is the whole service. */
    checks: text("checks").notNull(),
    starts_at: integer("starts_at").notNull(),
    /** As announced, or as ended early. */
    ends_at: integer("ends_at").notNull(),
    created_at: integer("created_at").notNull(),
    updated_at: integer("updated_at").notNull(),
  },
  (table) => [index("maintenance_windows_by_end").on(table.ends_at)],
);

/** Reliability of each job over the days before the rollup. */
export const jobRollups = sqliteTable("job_rollups", {
  job: text("job").primaryKey(),
  runs: integer("runs").notNull(),
  failed_runs: integer("failed_runs").notNull(),
  /** Ok runs since the last failed one, or since the window's start. */
  success_streak: integer("success_streak").notNull(),
  /** Mean minutes from the first failure of a series to the end of the next ok run; null without repairs. */
  mttr_minutes: real("mttr_minutes"),
  mttr_samples: integer("mttr_samples").notNull(),
  /** 1 while its last run failed. */
  is_failing: integer("is_failing").$type<0 | 1>().notNull(),
  last_ok_at: integer("last_ok_at"),
  rolled_up_at: integer("rolled_up_at").notNull(),
});
