import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { messengerPlayerDays } from "../../../db/tables/messenger/scores.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import type { GameKey } from "../games/index.ts";

const ROUND_COLUMNS: Record<GameKey, "wheel_rounds" | "grid_rounds"> = {
  "spin-wheel": "wheel_rounds",
  "recon-grid": "grid_rounds",
};

/** Counts a round for the player's current UTC day. */
export function countRound(tx: Tx, playerId: number, game: GameKey): void {
  const day = Math.floor(tx.now / DAY_MS);
  const column = ROUND_COLUMNS[game];
  const row = tx.get<Pick<RowOf<typeof messengerPlayerDays>, "wheel_rounds" | "grid_rounds">>(
    `INSERT INTO messenger_player_days (player_id, day, wheel_rounds, grid_rounds, earned) VALUES (?, ?, ?, ?, 0)
       ON CONFLICT (player_id, day) DO UPDATE SET ${column} = ${column} + 1 RETURNING wheel_rounds, grid_rounds`,
    playerId,
    day,
    game === "spin-wheel" ? 1 : 0,
    game === "recon-grid" ? 1 : 0,
  );
  if (row?.[column] === 1) countActive(tx, day, game);
  if (row !== null && row.wheel_rounds + row.grid_rounds === 1) countActive(tx, day, "all");
}

function countActive(tx: Tx, day: number, game: GameKey | "all"): void {
  tx.run(
    `INSERT INTO messenger_active_days (day, game_key, players) VALUES (?, ?, 1)
       ON CONFLICT (day, game_key) DO UPDATE SET players = players + 1`,
    day,
    game,
  );
}

/** Adds hundredths of a salute to the player's earnings of the current UTC day. */
export function countEarned(tx: Tx, playerId: number, amount: number): void {
  tx.run(
    `INSERT INTO messenger_player_days (player_id, day, wheel_rounds, grid_rounds, earned) VALUES (?, ?, 0, 0, ?)
       ON CONFLICT (player_id, day) DO UPDATE SET earned = earned + excluded.earned`,
    playerId,
    Math.floor(tx.now / DAY_MS),
    amount,
  );
}

/** Adds hundredths of a salute to the player's spending of the current UTC day. */
export function countSpent(tx: Tx, playerId: number, amount: number): void {
  tx.run(
    `INSERT INTO messenger_player_days (player_id, day, wheel_rounds, grid_rounds, earned, spent)
       VALUES (?, ?, 0, 0, 0, ?) ON CONFLICT (player_id, day) DO UPDATE SET spent = spent + excluded.spent`,
    playerId,
    Math.floor(tx.now / DAY_MS),
    amount,
  );
}

/** Hundredths of a salute that a player spent on a UTC day. */
export function spentOn(sql: Sql, playerId: number, day: number): number {
  const row = sql.get<Pick<RowOf<typeof messengerPlayerDays>, "spent">>(
    "SELECT spent FROM messenger_player_days WHERE player_id = ? AND day = ?",
    playerId,
    day,
  );
  return row?.spent ?? 0;
}

/** The UTC days on which a player played, latest first. */
export function listPlayedDays(sql: Sql, playerId: number, limit: number): number[] {
  return sql
    .all<Pick<RowOf<typeof messengerPlayerDays>, "day">>(
      `SELECT day FROM messenger_player_days WHERE player_id = ? AND wheel_rounds + grid_rounds > 0
         ORDER BY day DESC LIMIT ?`,
      playerId,
      limit,
    )
    .map(({ day }) => day);
}

/** Deletes rows before a day, at most `chunk` per call. Returns the number of deleted rows. */
export function purgePlayerDays(tx: Tx, before: number, chunk: number): number {
  return tx.run("DELETE FROM messenger_player_days WHERE day < ? LIMIT ?", before, chunk).changes;
}
