import { type Invariant, noRows } from "../../platform/invariants/index.ts";

/** Columns that hold JSON, most of it published: a reader of a damaged one would fail. */
export const JSON_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  alerts: ["body"],
  audio_share_links: ["landing"],
  audit_entries: ["details"],
  audit_rows: ["details"],
  audit_runs: ["policy", "coverage", "severity_counts", "type_counts"],
  audit_staged_rows: ["row"],
  bot_updates: ["reply"],
  chain_attempts: ["disagreements"],
  chain_figures: ["rpc_hosts", "data"],
  donation_claims: ["metadata"],
  events: ["data"],
  incident_updates: ["checks"],
  ledger_entries: ["metadata"],
  ledger_reversals: ["filter"],
  link_inbox_exports: ["filters"],
  link_inbox_tokens: ["filters"],
  maintenance_windows: ["checks"],
  messenger_answers: ["answer"],
  messenger_audience_groups: ["rule"],
  messenger_catalog_campaigns: ["config"],
  messenger_rounds: ["revealed"],
  messenger_setups: ["setup"],
  messenger_wheel_campaigns: ["segments"],
  mission_revisions: ["definition"],
  monitor_rules: ["turns"],
  monitor_runs: ["rules"],
  operator_incidents: ["checks"],
  partner_keys: ["scopes", "allowed_ips", "domains"],
  portal_settings: ["powers", "key_scopes", "key_allowed_ips"],
  preflight_snapshots: ["rows", "env_rows", "changes"],
  status_incidents: ["checks"],
  status_notices: ["texts", "checks"],
  status_subscribers: ["checks"],
  token_power_readings: ["powers", "transfer_fee"],
  token_transfer_fees: ["transfers"],
  users: ["metadata"],
  webhook_attempts: ["header_names"],
  webhooks: ["event_types", "header_names", "metadata"],
};

export const jsonColumns: Invariant = noRows(
  "json_columns",
  "every JSON column can be read",
  Object.entries(JSON_COLUMNS)
    .flatMap(([table, columns]) => columns.map((column) => faultsOf(table, column)))
    .join("\nUNION ALL\n"),
);

function faultsOf(table: string, column: string): string {
  return `SELECT '${table}.${column} is not JSON in ' || COUNT(*) || ' rows' AS fault
    FROM ${table} WHERE NOT json_valid(${column}) HAVING COUNT(*) > 0`;
}
