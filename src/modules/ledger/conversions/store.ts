import { Conditions } from "../../../db/conditions.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { conversionPolicy, conversions } from "../../../db/tables/ledger.ts";
import type { ConversionState } from "./model.ts";

const MOST_LISTED = 10_000;

export interface PolicyRow
  extends Pick<
    RowOf<typeof conversionPolicy>,
    "enabled" | "salutes_per_token" | "min_amount" | "max_amount" | "daily_limit_per_user" | "fee_pct"
  > {
  /** Null if never set. */
  updated_at: number | null;
}

export function findPolicy(sql: Sql): (PolicyRow & { updated_at: number }) | null {
  return sql.get(
    "SELECT enabled, salutes_per_token, min_amount, max_amount, daily_limit_per_user, fee_pct, updated_at FROM conversion_policy WHERE id = 1",
  );
}

export function upsertPolicy(tx: Tx, policy: Omit<PolicyRow, "updated_at">): void {
  tx.run(
    `INSERT OR REPLACE INTO conversion_policy
       (id, enabled, salutes_per_token, min_amount, max_amount, daily_limit_per_user, fee_pct, updated_at)
       VALUES (1, ?, ?, ?, ?, ?, ?, ?)`,
    policy.enabled,
    policy.salutes_per_token,
    policy.min_amount,
    policy.max_amount,
    policy.daily_limit_per_user,
    policy.fee_pct,
    tx.now,
  );
}

export type NewConversion = Pick<
  RowOf<typeof conversions>,
  | "partner_id"
  | "user_id"
  | "amount"
  | "mint"
  | "decimals"
  | "token_amount"
  | "fee"
  | "wallet_address"
  | "ledger_entry_id"
>;

export type ConversionRow = RowOf<typeof conversions>;

export function insertConversion(tx: Tx, conversion: NewConversion): ConversionRow {
  return tx.one<ConversionRow>(
    `INSERT INTO conversions (partner_id, user_id, amount, mint, decimals, token_amount, fee, wallet_address,
       ledger_entry_id, state, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending_settlement', ?) RETURNING *`,
    conversion.partner_id,
    conversion.user_id,
    conversion.amount,
    conversion.mint,
    conversion.decimals,
    conversion.token_amount,
    conversion.fee,
    conversion.wallet_address,
    conversion.ledger_entry_id,
    tx.now,
  );
}

export function findConversion(sql: Sql, id: number): ConversionRow | null {
  return sql.get<ConversionRow>("SELECT * FROM conversions WHERE id = ?", id);
}

/** A slice of a list over all partners: one id, or rows before an id, up to a limit. */
export interface Slice {
  id?: number | undefined;
  before?: number | undefined;
  limit?: number;
}

/** Conversions of all partners, newest first, each with its partner's name. */
export function listConversionRows(
  sql: Sql,
  state: ConversionState | null,
  { id, before, limit = MOST_LISTED }: Slice = {},
): (ConversionRow & { partner: string })[] {
  const where = new Conditions()
    .addGiven("c.state = ?", state)
    .addGiven("c.id = ?", id)
    .addGiven("c.id < ?", before);
  return sql.all(
    `SELECT c.*, p.name AS partner FROM conversions AS c JOIN partners AS p ON p.id = c.partner_id
       WHERE ${where.text} ORDER BY c.id DESC LIMIT ?`,
    ...where.values,
    limit,
  );
}

/** Pending conversions of one mint; their tokens in base units, with the last nine digits apart. */
export interface PendingTokens extends Pick<ConversionRow, "mint" | "decimals"> {
  count: number;
  oldest_at: number;
  high: number;
  low: number;
}

/** Pending conversions by mint. */
export function tallyPending(sql: Sql): PendingTokens[] {
  return sql.all<PendingTokens>(
    `SELECT mint, decimals, count(*) AS count, min(created_at) AS oldest_at,
       sum(CAST(substr(token_amount, 1, max(length(token_amount) - 9, 0)) AS INTEGER)) AS high,
       sum(CAST(substr(token_amount, -9) AS INTEGER)) AS low
       FROM conversions WHERE state = 'pending_settlement' GROUP BY mint, decimals ORDER BY mint, decimals`,
  );
}

/** Stores a conversion's new state and its cause. */
export function updateConversion(tx: Tx, row: ConversionRow): void {
  tx.run(
    "UPDATE conversions SET state = ?, settlement_signature = ?, failure_reason = ?, resolved_at = ? WHERE id = ?",
    row.state,
    row.settlement_signature,
    row.failure_reason,
    row.resolved_at,
    row.id,
  );
}

/** Hundredths that a user converted since a time; failed conversions were returned and do not count. */
export function sumConvertedSince(sql: Sql, userId: number, since: number): number {
  return (
    sql.get<{ total: number }>(
      "SELECT COALESCE(SUM(amount), 0) AS total FROM conversions WHERE user_id = ? AND created_at >= ? AND state <> 'failed'",
      userId,
      since,
    )?.total ?? 0
  );
}

/** Whether the user has a pending conversion, which may still return salutes. */
export function hasPendingConversion(sql: Sql, userId: number): boolean {
  const row = sql.get(
    "SELECT 1 FROM conversions WHERE user_id = ? AND state = 'pending_settlement' LIMIT 1",
    userId,
  );
  return row !== null;
}
