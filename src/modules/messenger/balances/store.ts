import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { messengerEntries } from "../../../db/tables/messenger/players.ts";
import { setTokens } from "../players/index.ts";

/** Balances other than salutes. */
export type TokenKind = "missiles" | "free_spins";

export type EntryRow = Pick<
  RowOf<typeof messengerEntries>,
  "id" | "kind" | "delta" | "balance_after" | "reason" | "cause" | "created_at"
>;

export function findBalance(sql: Sql, playerId: number, kind: TokenKind): number {
  const row = sql.get<Record<TokenKind, number>>(
    "SELECT missiles, free_spins FROM messenger_players WHERE id = ?",
    playerId,
  );
  if (row === null) throw new Error(`player ${playerId} does not exist`);
  return row[kind];
}

/** Appends an entry and updates the balance. */
export function insertEntry(tx: Tx, entry: Omit<EntryRow, "id" | "created_at"> & { playerId: number }): void {
  setTokens(tx, entry.playerId, { kind: entry.kind, balance: entry.balance_after });
  tx.run(
    `INSERT INTO messenger_entries (player_id, kind, delta, balance_after, reason, cause, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    entry.playerId,
    entry.kind,
    entry.delta,
    entry.balance_after,
    entry.reason,
    entry.cause,
    tx.now,
  );
}

/** A player's entries of missiles and free spins, newest first. */
export function listEntries(sql: Sql, playerId: number, limit: number): EntryRow[] {
  return sql.all<EntryRow>(
    `SELECT id, kind, delta, balance_after, reason, cause, created_at FROM messenger_entries
       WHERE player_id = ? ORDER BY id DESC LIMIT ?`,
    playerId,
    limit,
  );
}
