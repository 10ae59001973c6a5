import type { Tx } from "../../../db/sql.ts";
import type { Actor } from "../../../http/operation.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { deletePause, type GameKey, insertPause } from "../games/index.ts";
import { forgetTotals } from "../payouts/index.ts";

/** Pauses a game for all players; active grid rounds can be finished. A paused game keeps its first reason. */
export function pauseGame(tx: Tx, actor: Actor, { game, reason }: { game: GameKey; reason: string }): void {
  const pausedBy = "name" in actor ? actor.name : actor.kind;
  if (insertPause(tx, { game, reason, pausedBy }))
    recordAudit(tx, actor, { action: "game.pause", subject: `game:${game}`, details: { reason } });
}

/**
 * Resumes a paused game; does nothing for other games. Its payouts are judged by the rounds from now on: those that paused
 * it would do so again at the next one.
 */
export function resumeGame(
  tx: Tx,
  actor: Actor,
  { game, reason }: { game: GameKey; reason: string | null },
): void {
  if (!deletePause(tx, game)) return;
  forgetTotals(tx, game);
  recordAudit(tx, actor, { action: "game.resume", subject: `game:${game}`, details: { reason } });
}
