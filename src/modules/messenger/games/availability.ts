import type { Sql } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import type { GameKey } from "./keys.ts";
import { findPause } from "./store.ts";

/** Why a game cannot be played. */
export const UNAVAILABLE_REASONS = ["no_campaign", "not_in_audience", "paused"] as const;
export type UnavailableReason = (typeof UNAVAILABLE_REASONS)[number];

const WORDS: Record<UnavailableReason | "no_free_spin" | "nothing_to_buy", string> = {
  no_campaign: "Come back later: the game has no campaign now.",
  not_in_audience: "Come back later: the game's campaign is meant for other players.",
  paused: "Come back later: the operators have paused the game.",
  no_free_spin: "Pay with salutes or a free spin: no spin is free by time here.",
  nothing_to_buy: "Play at once: a play costs nothing.",
};

/** A 409 that says why. */
export function notAvailable(reason: keyof typeof WORDS): Problem {
  return new Problem(MESSENGER_ERRORS.not_available, WORDS[reason], { extra: { reason } });
}

/** @throws Problem not_available where the game is paused */
export function refusePaused(sql: Sql, game: GameKey): void {
  if (findPause(sql, game) !== null) throw notAvailable("paused");
}
