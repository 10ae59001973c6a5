/** Expected returns of the games, which are shown before a player pays. */
import { ask } from "./requests.js";
import { say } from "./words.js";

/** In per cent by game, as the catalog names them. */
let returns = {};

export async function loadReturns() {
  const { games } = await ask("games/catalog");
  returns = Object.fromEntries(games.map((game) => [game.game_key, game.expected_return_pct]));
}

/** A sentence about a game's return; empty for a free game. */
export function returnText(game) {
  const pct = returns[game] ?? null;
  return pct === null ? "" : say(game === "recon-grid" ? "grid_return" : "wheel_return", { pct });
}
