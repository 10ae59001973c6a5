import type { Sql } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import type { GameKey } from "./keys.ts";
import { findPause } from "./store.ts";

/** Reasons why a game cannot be played. */
export const UNAVAILABLE_REASONS = ["no_campaign", "not_in_audience", "paused"] as const;
export type UnavailableReason = (typeof UNAVAILABLE_REASONS)[number];

const MESSAGES: Record<UnavailableReason | "no_free_spin" | "nothing_to_buy", string> = {
  no_campaign: "Come back later: the game has no open campaign.",
  not_in_audience: "Come back later: the game's campaign is open to other players only.",
  paused: "Come back later: the operators have paused the game.",
  no_free_spin: "Pay with salutes or a free spin: this wheel has no timed free spins.",
  nothing_to_buy: "Play now: a play is free.",
};

/** A 409 with its reason. */
export function notAvailable(reason: keyof typeof MESSAGES): Problem {
  return new Problem(MESSENGER_ERRORS.not_available, MESSAGES[reason], { extra: { reason } });
}

/** @throws Problem not_available if the game is paused */
export function requireNotPaused(sql: Sql, game: GameKey): void {
  if (findPause(sql, game) !== null) throw notAvailable("paused");
}
