import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { ledgerEntries } from "../../../db/tables/ledger.ts";
import type { messengerPlayers } from "../../../db/tables/messenger/players.ts";
import type { users } from "../../../db/tables/users.ts";

export type SaluteEntry = Pick<
  RowOf<typeof ledgerEntries>,
  "id" | "delta" | "balance_after" | "reason" | "created_at"
>;

/** A user's ledger entries in hundredths of a salute, newest first. */
export function listSaluteEntries(sql: Sql, userId: number, limit: number): SaluteEntry[] {
  return sql.all<SaluteEntry>(
    `SELECT id, delta, balance_after, reason, created_at FROM ledger_entries WHERE user_id = ?
       ORDER BY id DESC LIMIT ?`,
    userId,
    limit,
  );
}

export interface ProfileRow
  extends Pick<
      RowOf<typeof messengerPlayers>,
      | "telegram_id"
      | "user_id"
      | "first_name"
      | "username"
      | "language_code"
      | "missiles"
      | "free_spins"
      | "joined_at"
      | "last_seen_at"
    >,
    Pick<RowOf<typeof users>, "balance"> {
  player_id: number;
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

/** Where a page of players begins: after the one last seen then, with this id. */
export type ProfilePosition = Pick<ProfileRow, "last_seen_at" | "player_id">;

/** Players, most recently seen first. @param before only those after this one in the list; null for all */
export function listProfiles(
  sql: Sql,
  { limit, before = null }: { limit: number; before?: ProfilePosition | null },
): ProfileRow[] {
  return sql.all<ProfileRow>(
    `${PROFILE} WHERE (p.last_seen_at, p.id) < (?, ?) ORDER BY p.last_seen_at DESC, p.id DESC LIMIT ?`,
    before?.last_seen_at ?? Number.MAX_SAFE_INTEGER,
    before?.player_id ?? 0,
    limit,
  );
}

export function findProfile(sql: Sql, telegramId: number): ProfileRow | null {
  return sql.get<ProfileRow>(`${PROFILE} WHERE p.telegram_id = ?`, telegramId);
}

/** The Telegram id of a user's player; null for none. */
export function telegramIdOfUser(sql: Sql, userId: number): number | null {
  return (
    sql.get<Pick<RowOf<typeof messengerPlayers>, "telegram_id">>(
      "SELECT telegram_id FROM messenger_players WHERE user_id = ?",
      userId,
    )?.telegram_id ?? null
  );
}
