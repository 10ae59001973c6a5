import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { balancesNow } from "../balances/index.ts";
import { findGridSetup } from "../campaigns/index.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import type { GameParts } from "../payouts/index.ts";
import { ensurePlayer, type PlayerCaller, requireActivePlayer } from "../players/index.ts";
import {
  findActiveRound,
  gridRoundView,
  redrawLayout,
  requireOwnRound,
  roundNotFound,
  stateAt,
  updateRound,
} from "../rounds/index.ts";

/**
 * Gives a grid round up: it ends, and earned rewards stay. Giving it up again returns it unchanged.
 * @param roundId default: the active round
 * @throws Problem state_conflict, round_not_found, round_closed
 */
export function abandonRound(
  tx: Tx,
  { seeds }: GameParts,
  { caller, roundId }: { caller: PlayerCaller; roundId: number | undefined },
) {
  const player = requireActivePlayer(ensurePlayer(tx, caller));
  const row =
    roundId === undefined
      ? findActiveRound(tx, player.row.id, tx.now)
      : requireOwnRound(tx, player.row.id, roundId);
  if (row === null)
    throw new Problem(MESSENGER_ERRORS.round_not_found, "Start a round first: none is active.");
  if (row.game_key !== "recon-grid") throw roundNotFound(row.id);
  const state = stateAt(row, tx.now);
  if (state !== "active" && state !== "abandoned")
    throw new Problem(MESSENGER_ERRORS.round_closed, `Start another round: round ${row.id} is ${state}.`, {
      extra: { state },
    });
  const ended = state === "active" ? { ...row, state: "abandoned" as const, ended_at: tx.now } : row;
  if (state === "active") updateRound(tx, ended);
  const layout = redrawLayout(
    ended,
    findGridSetup(tx, row.setup_id).config,
    seeds.readServerSeed(tx, row.seed_id),
  );
  return { round: gridRoundView(tx, ended, { layout, now: tx.now }), ...balancesNow(tx, caller.telegramId) };
}
