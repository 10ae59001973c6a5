import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { chainTokens } from "./chain.ts";

export const SEVERITIES = ["info", "warn", "bad"] as const;

/** Audit runs over a window of the token's movements; `finished_at` is null while a run is in progress. */
export const auditRuns = sqliteTable(
  "audit_runs",
  {
    /** Start time as YYYYMMDDTHHMMSSZ. */
    run: text("run").primaryKey(),
    token_id: integer("token_id")
      .notNull()
      .references(() => chainTokens.id),
    /** The window [from_at, to_at) in Unix milliseconds. */
    from_at: integer("from_at").notNull(),
    to_at: integer("to_at").notNull(),
    label: text("label").notNull(),
    /** Whether the window is a whole UTC day. */
    is_daily: integer("is_daily").notNull(),
    is_complete: integer("is_complete").notNull(),
    started_at: integer("started_at").notNull(),
    finished_at: integer("finished_at"),
    /** JSON object: the thresholds used, by parameter. */
    policy: text("policy").notNull(),
    policy_version: text("policy_version").notNull(),
    /** JSON object: type Coverage of modules/transparency/audits/runs. */
    coverage: text("coverage").notNull(),
    rows_total: integer("rows_total").notNull(),
    signatures_with_anomalies: integer("signatures_with_anomalies").notNull(),
    /** JSON object {info, warn, bad}. */
    severity_counts: text("severity_counts").notNull(),
    /** JSON object: number of rows by type. */
    type_counts: text("type_counts").notNull(),
    overall: text("overall", { enum: ["ok", "warn", "bad", "other"] }).notNull(),
    rows_sha256: text("rows_sha256").notNull(),
    /** Entry in the signed log; null for incomplete runs and while the log is held. */
    log_index: integer("log_index"),
    log_id: integer("log_id"),
  },
  (table) => [
    index("audit_runs_by_token").on(table.token_id, table.run).where(sql`finished_at IS NOT NULL`),
    index("audit_runs_by_window").on(table.token_id, table.from_at, table.to_at),
    index("audit_runs_unfinished").on(table.started_at).where(sql`finished_at IS NULL`),
    check("audit_runs_window", sql`${table.from_at} < ${table.to_at}`),
  ],
);

/** Anomalies of a run, in the published order. */
export const auditRows = sqliteTable(
  "audit_rows",
  {
    run: text("run")
      .notNull()
      .references(() => auditRuns.run),
    /** From 0. */
    position: integer("position").notNull(),
    /** 16 hex characters of the row's hash: the same anomaly has the same id in every run. */
    row_id: text("row_id").notNull(),
    signature: text("signature"),
    slot: integer("slot").notNull(),
    /** Unix milliseconds; null if the chain does not give it. */
    block_time: integer("block_time"),
    anomaly_type: text("anomaly_type").notNull(),
    severity: text("severity", { enum: SEVERITIES }).notNull(),
    wallet: text("wallet"),
    /** Whole tokens as exact decimal texts. */
    delta: text("delta"),
    abs_delta: text("abs_delta"),
    /** JSON in RFC 8785 form. */
    details: text("details").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.run, table.position] }),
    index("audit_rows_by_severity").on(table.run, table.severity),
    index("audit_rows_by_type").on(table.run, table.anomaly_type),
    index("audit_rows_by_wallet").on(table.run, table.wallet),
    index("audit_rows_by_signature").on(table.signature, table.run),
    index("audit_rows_by_row").on(table.row_id, table.run),
  ],
);

/** Rows of a run in progress, sorted by the published order; empty between runs. */
export const auditStagedRows = sqliteTable(
  "audit_staged_rows",
  {
    run: text("run").notNull(),
    slot: integer("slot").notNull(),
    /** Empty for none, which sorts first; the same for wallet. */
    signature: text("signature").notNull(),
    anomaly_type: text("anomaly_type").notNull(),
    wallet: text("wallet").notNull(),
    row_id: text("row_id").notNull(),
    /** RFC 8785, without `run`. */
    row: text("row").notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.run, table.slot, table.signature, table.anomaly_type, table.wallet, table.row_id],
    }),
  ],
);

/** Thresholds changed by operators; the others have their defaults. */
export const auditThresholds = sqliteTable("audit_thresholds", {
  /** With the prefix `audit.`. */
  parameter: text("parameter").primaryKey(),
  value: real("value").notNull(),
});

export const auditThresholdChanges = sqliteTable(
  "audit_threshold_changes",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    changed_at: integer("changed_at").notNull(),
    parameter: text("parameter").notNull(),
    previous_value: real("previous_value").notNull(),
    new_value: real("new_value").notNull(),
    owner: text("owner").notNull(),
    reason: text("reason").notNull(),
    /** Author of the change: an operator's name, or the command line. */
    operator: text("operator").notNull(),
  },
  (table) => [index("audit_threshold_changes_newest").on(table.changed_at)],
);

/**
 * Operators' triage of transactions and rows, one row per entry. The newest entry of each transaction or row is
 * effective.
 */
export const auditTriage = sqliteTable(
  "audit_triage",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    token_id: integer("token_id")
      .notNull()
      .references(() => chainTokens.id),
    at: integer("at").notNull(),
    /** Exactly one of signature and row_id is set. */
    signature: text("signature"),
    row_id: text("row_id"),
    status: text("status", {
      enum: ["open", "investigating", "explained", "false_positive", "resolved"],
    }).notNull(),
    owner: text("owner"),
    eta_utc: integer("eta_utc"),
    /** Never public. */
    note: text("note"),
    operator: text("operator").notNull(),
  },
  (table) => [
    index("audit_triage_by_subject").on(table.token_id, table.signature, table.row_id, table.id),
    check("audit_triage_subject", sql`(${table.signature} IS NULL) <> (${table.row_id} IS NULL)`),
  ],
);

/** The baseline run pinned by an operator; at most one per token. */
export const auditBaseline = sqliteTable("audit_baseline", {
  token_id: integer("token_id")
    .primaryKey()
    .references(() => chainTokens.id),
  run: text("run")
    .notNull()
    .references(() => auditRuns.run),
});
