import type { Sql } from "../../../db/sql.ts";

export interface SaluteEntry {
  id: number;
  delta: number;
  balance_after: number;
  reason: string;
  created_at: number;
}

/** A user's movements of salutes in hundredths, the newest first. */
export function listSaluteEntries(sql: Sql, userId: number, limit: number): SaluteEntry[] {
  return sql.all<SaluteEntry>(
    `SELECT id, delta, balance_after, reason, created_at FROM ledger_entries WHERE user_id = ?
       ORDER BY id DESC LIMIT ?`,
    userId,
    limit,
  );
}

export interface ProfileRow {
  player_id: number;
  telegram_id: number;
  user_id: number;
  first_name: string;
  username: string | null;
  language_code: string | null;
  /** Hundredths. */
  balance: number;
  missiles: number;
  free_spins: number;
  joined_at: number;
  last_seen_at: number;
  is_suspended: 0 | 1;
  is_referred: 0 | 1;
  has_verified_wallet: 0 | 1;
  is_flagged: 0 | 1;
}

const PROFILE = `SELECT p.id AS player_id, p.telegram_id, p.user_id, p.first_name, p.username, p.language_code, u.balance,
    p.missiles, p.free_spins, p.joined_at, p.last_seen_at, u.status = 'suspended' AS is_suspended,
    p.referred_by IS NOT NULL AS is_referred,
    EXISTS (SELECT 1 FROM wallet_links w WHERE w.user_id = p.user_id AND w.verified_at IS NOT NULL)
      AS has_verified_wallet,
    EXISTS (SELECT 1 FROM mission_decisions d WHERE d.player_id = p.id AND d.decision = 'review') AS is_flagged
  FROM messenger_players p JOIN users u ON u.id = p.user_id`;

/** Players, the last seen first; with an id only that one. */
export function listProfiles(sql: Sql, limit: number, telegramId?: number): ProfileRow[] {
  if (telegramId !== undefined) {
    const found = findProfile(sql, telegramId);
    return found === null ? [] : [found];
  }
  return sql.all<ProfileRow>(`${PROFILE} ORDER BY p.last_seen_at DESC LIMIT ?`, limit);
}

export function findProfile(sql: Sql, telegramId: number): ProfileRow | null {
  return sql.get<ProfileRow>(`${PROFILE} WHERE p.telegram_id = ?`, telegramId);
}

/** The Telegram id of the player behind a user; null where there is none. */
export function telegramIdOfUser(sql: Sql, userId: number): number | null {
  return (
    sql.get<{ telegram_id: number }>("SELECT telegram_id FROM messenger_players WHERE user_id = ?", userId)
      ?.telegram_id ?? null
  );
}
