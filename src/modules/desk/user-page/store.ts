import type { Sql } from "../../../db/sql.ts";

/** A user of any partner; no e-mail address, which is the partner's alone. */
export interface DeskUser {
  id: number;
  partner_id: number;
  partner: string;
  external_id: string | null;
  username: string | null;
  display_name: string | null;
  status: string;
  /** Hundredths. */
  balance: number;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}

export function findDeskUser(sql: Sql, id: number): DeskUser | null {
  return sql.get<DeskUser>(
    `SELECT u.id, u.partner_id, p.name AS partner, u.external_id, u.username, u.display_name, u.status, u.balance,
       u.created_at, u.updated_at, u.deleted_at FROM users AS u JOIN partners AS p ON p.id = u.partner_id WHERE u.id = ?`,
    id,
  );
}

export interface DeskEntry {
  id: number;
  delta: number;
  balance_after: number;
  reason: string;
  source: string;
  idempotency_key: string;
  partner_key_id: string | null;
  created_at: number;
}

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

export interface UserClaim {
  id: number;
  campaign: string;
  amount: string;
  currency: string;
  state: string;
  created_at: number;
}

/** Claims that name the user, newest first. */
export function listUserClaims(sql: Sql, userId: number, limit: number): UserClaim[] {
  return sql.all<UserClaim>(
    `SELECT c.id, g.name AS campaign, c.amount, c.currency, c.state, c.created_at
       FROM donation_claims AS c JOIN claim_campaigns AS g ON g.id = c.campaign_id
       WHERE c.user_id = ? ORDER BY c.id DESC LIMIT ?`,
    userId,
    limit,
  );
}

export interface UserConversion {
  id: number;
  state: string;
  /** Hundredths. */
  amount: number;
  wallet_address: string;
  created_at: number;
}

/** Conversions of the user, newest first. */
export function listUserConversions(sql: Sql, userId: number, limit: number): UserConversion[] {
  return sql.all<UserConversion>(
    `SELECT id, state, amount, wallet_address, created_at FROM conversions
       WHERE user_id = ? ORDER BY created_at DESC, id DESC LIMIT ?`,
    userId,
    limit,
  );
}
