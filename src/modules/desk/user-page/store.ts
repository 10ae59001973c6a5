import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { donationClaims } from "../../../db/tables/claims.ts";
import type { conversions, ledgerEntries } from "../../../db/tables/ledger.ts";
import type { users } from "../../../db/tables/users.ts";

/** A user of any partner, without the e-mail address, which only the partner may see. */
export interface DeskUser extends Omit<RowOf<typeof users>, "email"> {
  partner: string;
}

export function findDeskUser(sql: Sql, id: number): DeskUser | null {
  return sql.get<DeskUser>(
    `SELECT u.id, u.partner_id, p.name AS partner, u.external_id, u.username, u.display_name, u.status, u.balance,
       u.created_at, u.updated_at, u.deleted_at FROM users AS u JOIN partners AS p ON p.id = u.partner_id WHERE u.id = ?`,
    id,
  );
}

export type DeskEntry = Pick<
  RowOf<typeof ledgerEntries>,
  "id" | "delta" | "balance_after" | "reason" | "source" | "idempotency_key" | "partner_key_id" | "created_at"
>;

/** The user's ledger entries, newest first. */
export function listUserEntries(
  sql: Sql,
  userId: number,
  page: { before: number | null; limit: number },
): DeskEntry[] {
  return sql.all<DeskEntry>(
    `SELECT id, delta, balance_after, reason, source, idempotency_key, partner_key_id, created_at FROM ledger_entries
       WHERE user_id = ? AND id < ? ORDER BY id DESC LIMIT ?`,
    userId,
    page.before ?? Number.MAX_SAFE_INTEGER,
    page.limit,
  );
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
