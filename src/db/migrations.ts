import foundation from "../../drizzle/0000_foundation.sql" with { type: "text" };
import usageRollups from "../../drizzle/0001_usage_rollups.sql" with { type: "text" };
import operatorSessions from "../../drizzle/0002_operator_sessions.sql" with { type: "text" };
import donationClaims from "../../drizzle/0003_donation_claims.sql" with { type: "text" };
import webhooks from "../../drizzle/0004_webhooks.sql" with { type: "text" };
import chainFigures from "../../drizzle/0005_chain_figures.sql" with { type: "text" };
import systemStatus from "../../drizzle/0006_system_status.sql" with { type: "text" };
import signedLog from "../../drizzle/0007_signed_log.sql" with { type: "text" };
import audioShare from "../../drizzle/0008_audio_share.sql" with { type: "text" };
import promotion from "../../drizzle/0009_promotion.sql" with { type: "text" };
import alerts from "../../drizzle/0010_alerts.sql" with { type: "text" };
import ledgerHours from "../../drizzle/0011_ledger_hours.sql" with { type: "text" };
import ledgerByReason from "../../drizzle/0012_ledger_by_reason.sql" with { type: "text" };

/**
 * The migrations in order, embedded so that the executable carries them. drizzle-kit writes the SQL; STRICT, WITHOUT
 * ROWID, full-text tables and triggers, which it cannot, are added by hand before a migration lands.
 */
export const MIGRATIONS: readonly { name: string; sql: string }[] = [
  { name: "0000_foundation", sql: foundation },
  { name: "0001_usage_rollups", sql: usageRollups },
  { name: "0002_operator_sessions", sql: operatorSessions },
  { name: "0003_donation_claims", sql: donationClaims },
  { name: "0004_webhooks", sql: webhooks },
  { name: "0005_chain_figures", sql: chainFigures },
  { name: "0006_system_status", sql: systemStatus },
  { name: "0007_signed_log", sql: signedLog },
  { name: "0008_audio_share", sql: audioShare },
  { name: "0009_promotion", sql: promotion },
  { name: "0010_alerts", sql: alerts },
  { name: "0011_ledger_hours", sql: ledgerHours },
  { name: "0012_ledger_by_reason", sql: ledgerByReason },
];
