import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { type Operation, operator, writeOperation } from "../../../http/operation.ts";
import { Described, Nullable, OneOf, Text, Timestamp } from "../../../http/schema/shapes.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { findPause, GAME_KEYS, type GameKey } from "../games/index.ts";
import { MESSENGER_ADMIN_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import { pauseGame, resumeGame } from "./pause-game.ts";

const PATH = `${MESSENGER_PREFIX}admin/games`;
const GameState = Type.Object(
  {
    game_key: OneOf(GAME_KEYS, { description: "Key of the game, as the catalog lists it." }),
    paused: Type.Boolean({ description: "Whether the game is paused." }),
    reason: Nullable(Type.String(), { description: "Why the game is paused; null if it is not." }),
    paused_by: Nullable(
      Type.String({
        description:
          "Name of the operator who paused the game, or salute for an automatic pause; null if it is not paused.",
      }),
    ),
    paused_at: Nullable(Timestamp(), { description: "Time of the pause; null if the game is not paused." }),
  },
  { title: "GameState" },
);

/** The kill switch (contract section 16). */
export function pauseRoutes(): Operation[] {
  return [
    writeOperation({
      id: "pauseMessengerGame",
      method: "POST",
      path: `${PATH}/pause`,
      group: MESSENGER_ADMIN_GROUP,
      summary: "Pause a game for all players",
      outcome: "The game is paused for all players.",
      description: "Active grid rounds can be finished. A paused game keeps its first reason.",
      access: operator("operator"),
      body: Type.Object({ game_key: OneOf(GAME_KEYS), reason: Text(200) }),
      response: Type.Object({ game: Described(GameState, "The game's state after the change.") }),
      write: (tx, { actor, body }) => {
        pauseGame(tx, actor, { game: body.game_key, reason: body.reason });
        return { game: readGameState(tx, body.game_key) };
      },
    }),
    writeOperation({
      id: "resumeMessengerGame",
      method: "POST",
      path: `${PATH}/resume`,
      group: MESSENGER_ADMIN_GROUP,
      summary: "Resume a paused game",
      outcome: "The game can be played again.",
      access: operator("operator"),
      body: Type.Object({ game_key: OneOf(GAME_KEYS), reason: Type.Optional(Nullable(Text(200))) }),
      response: Type.Object({ game: Described(GameState, "The game's state after the change.") }),
      write: (tx, { actor, body }) => {
        resumeGame(tx, actor, { game: body.game_key, reason: body.reason ?? null });
        return { game: readGameState(tx, body.game_key) };
      },
    }),
  ];
}

/** A game's pause: since when, by whom and why; nulls if it is not paused. */
export function readGameState(sql: Sql, game: GameKey): Static<typeof GameState> {
  const pause = findPause(sql, game);
  return {
    game_key: game,
    paused: pause !== null,
    reason: pause?.reason ?? null,
    paused_by: pause?.paused_by ?? null,
    paused_at: pause === null ? null : isoUtc(pause.paused_at),
  };
}
