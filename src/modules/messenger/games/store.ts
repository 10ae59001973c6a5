import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { messengerPauses } from "../../../db/tables/messenger/games.ts";
import type { GameKey } from "./keys.ts";

export type PauseRow = RowOf<typeof messengerPauses>;

export function findPause(sql: Sql, game: GameKey): PauseRow | null {
  return sql.get<PauseRow>(
    "SELECT game_key, reason, paused_by, paused_at FROM messenger_pauses WHERE game_key = ?",
    game,
  );
}

/** Pauses a game; a paused game keeps its first reason. Returns whether the game was not paused before. */
export function insertPause(
  tx: Tx,
  { game, reason, pausedBy }: { game: GameKey; reason: string; pausedBy: string },
): boolean {
  const { changes } = tx.run(
    "INSERT INTO messenger_pauses (game_key, reason, paused_by, paused_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
    game,
    reason,
    pausedBy,
    tx.now,
  );
  return changes === 1;
}

/** Resumes a game. Returns whether it was paused. */
export function deletePause(tx: Tx, game: GameKey): boolean {
  return tx.run("DELETE FROM messenger_pauses WHERE game_key = ?", game).changes === 1;
}
