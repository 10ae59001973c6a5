import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type {
  messengerAnswers,
  messengerPlayers,
  messengerSessions,
} from "../../../db/tables/messenger/players.ts";
import type { UserRow } from "../../ledger/users/index.ts";

export type PlayerRow = RowOf<typeof messengerPlayers>;

/** A player with its user of the partner `house`, whose balance is in salutes. */
export interface Player {
  row: PlayerRow;
  user: UserRow;
  houseId: number;
}

const COLUMNS = `id, telegram_id, user_id, first_name, username, language_code, missiles, free_spins,
  last_free_spin_at, gift_salutes, gift_missiles, referred_by, joined_at, last_seen_at`;

export function findPlayerByTelegramId(sql: Sql, telegramId: number): PlayerRow | null {
  return sql.get<PlayerRow>(`SELECT ${COLUMNS} FROM messenger_players WHERE telegram_id = ?`, telegramId);
}

export function findPlayerById(sql: Sql, id: number): PlayerRow | null {
  return sql.get<PlayerRow>(`SELECT ${COLUMNS} FROM messenger_players WHERE id = ?`, id);
}

export type NewPlayer = Omit<
  PlayerRow,
  "id" | "missiles" | "free_spins" | "last_free_spin_at" | "gift_salutes" | "gift_missiles"
>;

export function insertPlayer(tx: Tx, player: NewPlayer): number {
  return tx.run(
    `INSERT INTO messenger_players (telegram_id, user_id, first_name, username, language_code, missiles, free_spins,
       referred_by, joined_at, last_seen_at) VALUES (?, ?, ?, ?, ?, 0, 0, ?, ?, ?)`,
    player.telegram_id,
    player.user_id,
    player.first_name,
    player.username,
    player.language_code,
    player.referred_by,
    player.joined_at,
    player.last_seen_at,
  ).lastInsertRowid;
}

/** Updates a player's profile, user and time of the last visit. */
export function updatePlayer(tx: Tx, player: PlayerRow): void {
  tx.run(
    `UPDATE messenger_players SET user_id = ?, first_name = ?, username = ?, language_code = ?, last_seen_at = ?
       WHERE id = ?`,
    player.user_id,
    player.first_name,
    player.username,
    player.language_code,
    player.last_seen_at,
    player.id,
  );
}

export function findPlayerByUser(sql: Sql, userId: number): PlayerRow | null {
  return sql.get<PlayerRow>(`SELECT ${COLUMNS} FROM messenger_players WHERE user_id = ?`, userId);
}

export function deleteSessions(tx: Tx, playerId: number): void {
  tx.run("DELETE FROM messenger_sessions WHERE player_id = ?", playerId);
}

/** Sets a balance of missiles or free spins. Only the balances feature calls it, together with an entry. */
export function setTokens(
  tx: Tx,
  playerId: number,
  { kind, balance }: { kind: "missiles" | "free_spins"; balance: number },
): void {
  tx.run(`UPDATE messenger_players SET ${kind} = ? WHERE id = ?`, balance, playerId);
}

/** Stores a new player's gift. Only the welcome feature calls it, together with the entries. */
export function recordGift(
  tx: Tx,
  { gift_missiles, gift_salutes, id }: Pick<PlayerRow, "id" | "gift_salutes" | "gift_missiles">,
): void {
  tx.run(
    "UPDATE messenger_players SET gift_salutes = ?, gift_missiles = ? WHERE id = ?",
    gift_salutes,
    gift_missiles,
    id,
  );
}

/** Stores the time of a timed free spin. */
export function recordFreeSpin(tx: Tx, playerId: number): void {
  tx.run("UPDATE messenger_players SET last_free_spin_at = ? WHERE id = ?", tx.now, playerId);
}

export type SessionRow = Pick<RowOf<typeof messengerSessions>, "player_id" | "created_at" | "expires_at"> &
  Pick<RowOf<typeof messengerPlayers>, "telegram_id">;

export function findSession(sql: Sql, tokenHash: string): SessionRow | null {
  return sql.get<SessionRow>(
    `SELECT s.player_id, p.telegram_id, s.created_at, s.expires_at
       FROM messenger_sessions AS s JOIN messenger_players AS p ON p.id = s.player_id WHERE s.token_hash = ?`,
    tokenHash,
  );
}

export function insertSession(
  tx: Tx,
  { tokenHash, playerId, expiresAt }: { tokenHash: string; playerId: number; expiresAt: number },
): void {
  tx.run(
    "INSERT INTO messenger_sessions (token_hash, player_id, created_at, expires_at) VALUES (?, ?, ?, ?)",
    tokenHash,
    playerId,
    tx.now,
    expiresAt,
  );
}

export function extendSession(tx: Tx, tokenHash: string, expiresAt: number): void {
  tx.run(
    "UPDATE messenger_sessions SET expires_at = max(expires_at, ?) WHERE token_hash = ?",
    expiresAt,
    tokenHash,
  );
}

/** Deletes sessions that expired before a time, at most `chunk` per call. Returns the number of deleted rows. */
export function purgeSessions(tx: Tx, endedBefore: number, chunk: number): number {
  return tx.run("DELETE FROM messenger_sessions WHERE expires_at < ? LIMIT ?", endedBefore, chunk).changes;
}

type StoredAnswer = Pick<
  RowOf<typeof messengerAnswers>,
  "payload_hash" | "payload_fields" | "answer" | "created_at"
>;

/** The stored answer for a player's idempotency key. */
export function findAnswer(sql: Sql, playerId: number, key: string): StoredAnswer | null {
  return sql.get(
    `SELECT payload_hash, payload_fields, answer, created_at FROM messenger_answers
      WHERE player_id = ? AND idempotency_key = ?`,
    playerId,
    key,
  );
}

export function insertAnswer(
  tx: Tx,
  {
    playerId,
    key,
    hash,
    fields,
    answer,
  }: { playerId: number; key: string; hash: string; fields: string; answer: string },
): void {
  tx.run(
    `INSERT INTO messenger_answers (player_id, idempotency_key, payload_hash, payload_fields, answer, created_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
    playerId,
    key,
    hash,
    fields,
    answer,
    tx.now,
  );
}

export function deleteAnswers(tx: Tx, playerId: number): void {
  tx.run("DELETE FROM messenger_answers WHERE player_id = ?", playerId);
}

/** Deletes answers from before a time, at most `chunk` per call. Returns the number of deleted rows. */
export function purgeAnswers(tx: Tx, createdBefore: number, chunk: number): number {
  return tx.run("DELETE FROM messenger_answers WHERE created_at < ? LIMIT ?", createdBefore, chunk).changes;
}
