import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { messengerRounds } from "../../../db/tables/messenger/games.ts";

export type PaidWith = "free" | "free_spin" | "salutes";

export type RoundRow = RowOf<typeof messengerRounds>;
export type RoundState = RoundRow["state"];

const COLUMNS = `id, player_id, setup_id, game_key, seed_id, nonce, client_seed, client_seed_source, state, paid_with,
  cost, segment_index, revealed, found, earned, created_at, expires_at, ended_at`;

export function insertRound(tx: Tx, row: Omit<RoundRow, "id" | "created_at">): RoundRow {
  return tx.one<RoundRow>(
    `INSERT INTO messenger_rounds (player_id, setup_id, game_key, seed_id, nonce, client_seed, client_seed_source, state,
       paid_with, cost, segment_index, revealed, found, earned, created_at, expires_at, ended_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING ${COLUMNS}`,
    row.player_id,
    row.setup_id,
    row.game_key,
    row.seed_id,
    row.nonce,
    row.client_seed,
    row.client_seed_source,
    row.state,
    row.paid_with,
    row.cost,
    row.segment_index,
    row.revealed,
    row.found,
    row.earned,
    tx.now,
    row.expires_at,
    row.ended_at,
  );
}

/** A round of a player; null for other players' rounds. */
export function findOwnRound(sql: Sql, playerId: number, id: number): RoundRow | null {
  return sql.get<RoundRow>(
    `SELECT ${COLUMNS} FROM messenger_rounds WHERE id = ? AND player_id = ?`,
    id,
    playerId,
  );
}

/** The player's round in the stored state `active`, expired or not. */
export function findActiveRow(sql: Sql, playerId: number): RoundRow | null {
  return sql.get<RoundRow>(
    `SELECT ${COLUMNS} FROM messenger_rounds WHERE player_id = ? AND state = 'active'`,
    playerId,
  );
}

/** Updates the progress of a grid round. */
export function updateRound(
  tx: Tx,
  row: Pick<RoundRow, "id" | "state" | "revealed" | "found" | "earned" | "ended_at">,
): void {
  tx.run(
    "UPDATE messenger_rounds SET state = ?, revealed = ?, found = ?, earned = ?, ended_at = ? WHERE id = ?",
    row.state,
    row.revealed,
    row.found,
    row.earned,
    row.ended_at,
    row.id,
  );
}

/** A player's rounds, newest first. @param before lists older rounds than this id */
export function listRounds(
  sql: Sql,
  playerId: number,
  { before = Number.MAX_SAFE_INTEGER, limit }: { before?: number; limit: number },
): RoundRow[] {
  return sql.all<RoundRow>(
    `SELECT ${COLUMNS} FROM messenger_rounds WHERE player_id = ? AND id < ? ORDER BY id DESC LIMIT ?`,
    playerId,
    before,
    limit,
  );
}

/** Expires overdue grid rounds, at most `chunk` per call. Returns their number. */
export function expireRounds(tx: Tx, chunk: number): number {
  return tx.run(
    `UPDATE messenger_rounds SET state = 'expired', ended_at = expires_at WHERE id IN
       (SELECT id FROM messenger_rounds WHERE state = 'active' AND expires_at <= ? ORDER BY expires_at LIMIT ?)`,
    tx.now,
    chunk,
  ).changes;
}
