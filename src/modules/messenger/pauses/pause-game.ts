import type { Tx } from "../../../db/sql.ts";
import type { Actor } from "../../../http/operation.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { deletePause, type GameKey, insertPause } from "../games/index.ts";

/** Stops a game for all players; begun grid rounds may be finished. A paused game keeps its first reason. */
export function pauseGame(tx: Tx, actor: Actor, game: GameKey, reason: string): void {
  const by = "name" in actor ? actor.name : actor.kind;
  if (insertPause(tx, game, reason, by)) recordAudit(tx, actor, "game.pause", `game:${game}`, { reason });
}

/** Lets a game be played again; one that is not paused stays as it is. */
export function resumeGame(tx: Tx, actor: Actor, game: GameKey, reason: string | null): void {
  if (deletePause(tx, game)) recordAudit(tx, actor, "game.resume", `game:${game}`, { reason });
}
