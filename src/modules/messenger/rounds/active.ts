import type { Sql, Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import { findActiveRow, findOwnRound, type RoundRow, type RoundState, updateRound } from "./store.ts";

/** The state at a time: an active grid round expires at expires_at. */
export function stateAt({ expires_at, state }: RoundRow, now: number): RoundState {
  return state === "active" && expires_at !== null && expires_at <= now ? "expired" : state;
}

/** The player's active round; null without one or if it has expired. */
export function findActiveRound(sql: Sql, playerId: number, now: number): RoundRow | null {
  const row = findActiveRow(sql, playerId);
  return row === null || stateAt(row, now) !== "active" ? null : row;
}

/** Stores the player's expired round as expired. @throws Problem round_active for an active round */
export function requireNoActiveRound(tx: Tx, playerId: number): void {
  const row = findActiveRow(tx, playerId);
  if (row === null) return;
  if (stateAt(row, tx.now) === "active") {
    throw new Problem(
      MESSENGER_ERRORS.round_active,
      `Finish round ${row.id} first, or give it up: it is still active.`,
      {
        extra: { round_id: row.id },
      },
    );
  }
  updateRound(tx, { ...row, state: "expired", ended_at: row.expires_at });
}

/** @throws Problem round_not_found */
export function requireOwnRound(sql: Sql, playerId: number | null, id: number): RoundRow {
  const row = playerId === null ? null : findOwnRound(sql, playerId, id);
  if (row !== null) return row;
  throw roundNotFound(id);
}

export function roundNotFound(id: number): Problem {
  return new Problem(MESSENGER_ERRORS.round_not_found, `Check round_id: you have no round ${id}.`);
}
