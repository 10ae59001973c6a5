import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { donationClaims } from "../../../db/tables/claims.ts";
import type { conversions, ledgerEntries } from "../../../db/tables/ledger.ts";

export type DeskEntry = Pick<
  RowOf<typeof ledgerEntries>,
  | "id"
  | "delta"
  | "balance_after"
  | "reason"
  | "source"
  | "idempotency_key"
  | "partner_key_id"
  | "metadata"
  | "created_at"
>;

/** The user's ledger entries, newest first. */
export function listUserEntries(
  sql: Sql,
  userId: number,
  page: { before: number | null; limit: number },
): DeskEntry[] {
  return sql.all<DeskEntry>(
    `SELECT id, delta, balance_after, reason, source, idempotency_key, partner_key_id, metadata, created_at
       FROM ledger_entries
       WHERE user_id = ? AND id < ? ORDER BY id DESC LIMIT ?`,
    userId,
    page.before ?? Number.MAX_SAFE_INTEGER,
    page.limit,
  );
}

/** Number of the user's entries, counted up to a limit. */
export function countUserEntries(sql: Sql, userId: number, most: number): number {
  return sql.one<{ count: number }>(
    "SELECT count(*) AS count FROM (SELECT 1 FROM ledger_entries WHERE user_id = ? LIMIT ?)",
    userId,
    most,
  ).count;
}

export interface UserClaim
  extends Pick<RowOf<typeof donationClaims>, "id" | "amount" | "currency" | "state" | "created_at"> {
  campaign: string;
}

/** The user's claims, newest first. */
export function listUserClaims(sql: Sql, userId: number, limit: number): UserClaim[] {
  return sql.all<UserClaim>(
    `SELECT c.id, g.name AS campaign, c.amount, c.currency, c.state, c.created_at
       FROM donation_claims AS c JOIN claim_campaigns AS g ON g.id = c.campaign_id
       WHERE c.user_id = ? ORDER BY c.id DESC LIMIT ?`,
    userId,
    limit,
  );
}

export type PersonalClaim = UserClaim &
  Pick<RowOf<typeof donationClaims>, "recipient_name" | "recipient_email" | "reference" | "wallet_address">;

/** The user's claims with the recipient's personal data, newest first. */
export function listPersonalClaims(sql: Sql, userId: number, limit: number): PersonalClaim[] {
  return sql.all<PersonalClaim>(
    `SELECT c.id, g.name AS campaign, c.amount, c.currency, c.state, c.created_at, c.recipient_name, c.recipient_email,
         c.reference, c.wallet_address
       FROM donation_claims AS c JOIN claim_campaigns AS g ON g.id = c.campaign_id
       WHERE c.user_id = ? ORDER BY c.id DESC LIMIT ?`,
    userId,
    limit,
  );
}

export type UserConversion = Pick<
  RowOf<typeof conversions>,
  "id" | "state" | "amount" | "wallet_address" | "created_at"
>;

/** The user's conversions, newest first. */
export function listUserConversions(sql: Sql, userId: number, limit: number): UserConversion[] {
  return sql.all<UserConversion>(
    `SELECT id, state, amount, wallet_address, created_at FROM conversions
       WHERE user_id = ? ORDER BY created_at DESC, id DESC LIMIT ?`,
    userId,
    limit,
  );
}
