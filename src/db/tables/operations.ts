import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Small facts of this installation: the master key's check value, safe mode, exports of keys. */
export const settings = sqliteTable("settings", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
  updated_at: integer("updated_at").notNull(),
});

/** Ids that `nextId` must not give again: their rows were deleted, or others may have seen them before a restore. */
export const idFloors = sqliteTable("id_floors", {
  table_name: text("table_name").primaryKey(),
  floor: integer("floor").notNull(),
});

/** What addresses did per UTC day under a cap. */
export const dailyCounts = sqliteTable(
  "daily_counts",
  {
    /** Days since 1970-01-01. */
    day: integer("day").notNull(),
    cap: text("cap").notNull(),
    /** Keyed hash of the day and the address. */
    subject: text("subject").notNull(),
    used: integer("used").notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.cap, table.subject] })],
);

export const operators = sqliteTable("operators", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull().unique(),
  role: text("role", { enum: ["viewer", "operator", "owner"] }).notNull(),
  status: text("status", { enum: ["active", "disabled"] }).notNull(),
  created_at: integer("created_at").notNull(),
  updated_at: integer("updated_at").notNull(),
  /** argon2id in PHC form; null until a link sets one. */
  password_hash: text("password_hash"),
  password_set_at: integer("password_set_at"),
  /** The second factor's secret, active once confirmed by a code. */
  totp_sealed: text("totp_sealed"),
  totp_confirmed_at: integer("totp_confirmed_at"),
  /** The time step of the last accepted code: a code counts once. */
  totp_last_step: integer("totp_last_step"),
});

/** Sessions, by the SHA-256 of the cookie. */
export const operatorSessions = sqliteTable(
  "operator_sessions",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    token_hash: text("token_hash").notNull().unique(),
    operator_id: integer("operator_id")
      .notNull()
      .references(() => operators.id),
    /** How the operator signed in. */
    method: text("method", { enum: ["password", "passkey", "link"] }).notNull(),
    address: text("address").notNull(),
    user_agent: text("user_agent").notNull(),
    created_at: integer("created_at").notNull(),
    expires_at: integer("expires_at").notNull(),
    last_used_at: integer("last_used_at"),
  },
  (table) => [
    index("operator_sessions_by_operator").on(table.operator_id),
    index("operator_sessions_by_expiry").on(table.expires_at),
  ],
);

/** Bearer tokens for programs, by the SHA-256 of the text shown once. A revoked token's row is deleted. */
export const operatorTokens = sqliteTable(
  "operator_tokens",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    token_hash: text("token_hash").notNull().unique(),
    operator_id: integer("operator_id")
      .notNull()
      .references(() => operators.id),
    name: text("name").notNull(),
    /** The most that the token may do; never more than its operator may. */
    role: text("role", { enum: ["viewer", "operator", "owner"] }).notNull(),
    created_at: integer("created_at").notNull(),
    expires_at: integer("expires_at").notNull(),
    last_used_at: integer("last_used_at"),
  },
  (table) => [
    index("operator_tokens_by_operator").on(table.operator_id),
    index("operator_tokens_by_expiry").on(table.expires_at),
  ],
);

/** One-time links that open an account, by the SHA-256 of the text shown once. A used link's row is deleted. */
export const operatorLinks = sqliteTable(
  "operator_links",
  {
    token_hash: text("token_hash").primaryKey(),
    operator_id: integer("operator_id")
      .notNull()
      .references(() => operators.id),
    expires_at: integer("expires_at").notNull(),
  },
  (table) => [index("operator_links_by_operator").on(table.operator_id)],
);

/** Codes that each replace the second factor once, by SHA-256. */
export const operatorRecoveryCodes = sqliteTable(
  "operator_recovery_codes",
  {
    code_hash: text("code_hash").primaryKey(),
    operator_id: integer("operator_id")
      .notNull()
      .references(() => operators.id),
    created_at: integer("created_at").notNull(),
    used_at: integer("used_at"),
  },
  (table) => [index("operator_recovery_codes_by_operator").on(table.operator_id)],
);

/** Addresses from which each operator signed in: others' failures do not delay these. */
export const operatorAddresses = sqliteTable(
  "operator_addresses",
  {
    operator_id: integer("operator_id")
      .notNull()
      .references(() => operators.id),
    /** In the form that limits count: IPv4 whole, IPv6 by its /64. */
    subject: text("subject").notNull(),
    last_at: integer("last_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.operator_id, table.subject] })],
);

/** Append-only: triggers refuse every UPDATE and DELETE. */
export const auditEntries = sqliteTable(
  "audit_entries",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    actor_kind: text("actor_kind").notNull(),
    actor: text("actor").notNull(),
    action: text("action").notNull(),
    subject: text("subject").notNull(),
    details: text("details").notNull(),
    created_at: integer("created_at").notNull(),
  },
  (table) => [
    index("audit_entries_by_subject").on(table.subject, table.id),
    index("audit_entries_by_actor").on(table.actor, table.id),
    index("audit_entries_by_age").on(table.created_at),
  ],
);

export const jobRuns = sqliteTable(
  "job_runs",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    job: text("job").notNull(),
    trigger: text("trigger").notNull(),
    status: text("status", {
      enum: ["running", "ok", "skipped", "failed", "timeout", "abandoned"],
    }).notNull(),
    detail: text("detail"),
    started_at: integer("started_at").notNull(),
    finished_at: integer("finished_at"),
  },
  (table) => [
    index("job_runs_by_job").on(table.job, table.id),
    index("job_runs_by_age").on(table.started_at),
    // Few rows: the rollup of jobs finds failures without reading every run.
    index("job_runs_failed").on(table.job, table.id).where(sql`status IN ('failed', 'timeout', 'abandoned')`),
  ],
);

/** The current runner of a job over all processes; its lease expires if the process dies. */
export const jobLocks = sqliteTable("job_locks", {
  job: text("job").primaryKey(),
  holder: text("holder").notNull(),
  expires_at: integer("expires_at").notNull(),
});

/** Request counts of one route (`GET /api/partner/users/{user_id}`). */
function traffic() {
  return {
    route: text("route").notNull(),
    requests: integer("requests").notNull(),
    errors: integer("errors").notNull(),
    server_errors: integer("server_errors").notNull(),
    rate_limited: integer("rate_limited").notNull(),
    histogram: text("histogram").notNull(),
  };
}

/**
 * Requests of one minute by key and route. key_id is empty for requests without a proved key, and `*` for all
 * requests together.
 */
export const usageMinutes = sqliteTable(
  "usage_minutes",
  {
    minute: integer("minute").notNull(),
    key_id: text("key_id").notNull(),
    ...traffic(),
  },
  (table) => [
    primaryKey({ columns: [table.minute, table.key_id, table.route] }),
    index("usage_minutes_by_key").on(table.key_id, table.minute),
  ],
);

/** The same requests by hour and by UTC day, so that 35 days are read from some thousand rows. */
export const usageRollups = sqliteTable(
  "usage_rollups",
  {
    key_id: text("key_id").notNull(),
    /** 60 or 1440. */
    span_minutes: integer("span_minutes").notNull(),
    /** Unix minutes of the span's start. */
    start_minute: integer("start_minute").notNull(),
    ...traffic(),
  },
  (table) => [
    primaryKey({ columns: [table.key_id, table.span_minutes, table.start_minute, table.route] }),
    index("usage_rollups_by_age").on(table.start_minute),
    // Hours with any request: rows are long, and an answer about 35 days would read 800 hours of them.
    index("usage_rollups_hours_seen").on(table.start_minute).where(sql`key_id = '*' AND span_minutes = 60`),
  ],
);

/** First answers to operators' changes, by operator and Idempotency-Key (contract, second part). */
export const operatorIdempotency = sqliteTable(
  "operator_idempotency",
  {
    operator: text("operator").notNull(),
    idempotency_key: text("idempotency_key").notNull(),
    payload_hash: text("payload_hash").notNull(),
    /** Operation and hashed fields of the first request (see FieldHashes); null in records made before. */
    payload_fields: text("payload_fields"),
    status: integer("status").notNull(),
    body: text("body").notNull(),
    created_at: integer("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.operator, table.idempotency_key] }),
    index("operator_idempotency_by_age").on(table.created_at),
  ],
);
