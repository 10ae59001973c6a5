import { and, desc, eq, getTableColumns, lt } from "drizzle-orm";
import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import { type conversionPolicy, conversions } from "../../../db/tables/ledger.ts";
import { partners } from "../../../db/tables/partners.ts";
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

export function findPolicy(sql: Sql): PolicyRow | null {
  return sql.get(
    "SELECT enabled, salutes_per_token, min_amount, max_amount, daily_limit_per_user, fee_pct, updated_at FROM conversion_policy WHERE id = 1",
  );
}

export function putPolicy(tx: Tx, policy: Omit<PolicyRow, "updated_at">): void {
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
  const row = {
    ...conversion,
    state: "pending_settlement",
    settlement_signature: null,
    failure_reason: null,
    created_at: tx.now,
    resolved_at: null,
  } as const;
  return tx.orm.insert(conversions).values(row).returning().get();
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
  const { id: column } = conversions;
  return sql.orm
    .select({ ...getTableColumns(conversions), partner: partners.name })
    .from(conversions)
    .innerJoin(partners, eq(partners.id, conversions.partner_id))
    .where(
      and(
        state === null ? undefined : eq(conversions.state, state),
        id === undefined ? undefined : eq(column, id),
        before === undefined ? undefined : lt(column, before),
      ),
    )
    .orderBy(desc(column))
    .limit(limit)
    .all();
}

/** Stores a conversion's new state and its cause. */
export function saveConversion(tx: Tx, row: ConversionRow): void {
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
