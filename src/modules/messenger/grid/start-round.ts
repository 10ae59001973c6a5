import type { Tx } from "../../../db/sql.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import { gatherFacts, toPerson } from "../audiences/index.ts";
import { balancesNow } from "../balances/index.ts";
import { findOpenGrid } from "../campaigns/index.ts";
import { countRound } from "../days/index.ts";
import { notAvailable, requireNotPaused } from "../games/index.ts";
import { chooseGridSetup } from "../lots/index.ts";
import { addTurnover, type GameParts, NO_TURNOVER } from "../payouts/index.ts";
import { ensurePlayer, type PlayerCaller, requireActivePlayer } from "../players/index.ts";
import { recordProgress } from "../progress/index.ts";
import { gridRoundView, insertRound, redrawLayout, requireNoActiveRound } from "../rounds/index.ts";

const ROUND_MS = DAY_MS;

/**
 * Starts a grid round; seeds and rules determine its layout. Missiles that were bought or won earlier play the rules of
 * that time.
 * @throws Problem state_conflict, not_available, round_active
 */
export function startRound(
  tx: Tx,
  { seeds }: GameParts,
  { caller, client_seed }: { caller: PlayerCaller; client_seed?: string | undefined },
) {
  const player = requireActivePlayer(ensurePlayer(tx, caller));
  requireNotPaused(tx, "recon-grid");
  const { campaign, reason } = findOpenGrid(tx, gatherFacts(tx, toPerson(player)), tx.now);
  if (campaign === null) throw notAvailable(reason);
  requireNoActiveRound(tx, player.row.id);
  const setup = chooseGridSetup(tx, player.row.id, campaign.setup_id);
  const drawSeeds = seeds.nextRound(tx, player.row.id, client_seed);
  const row = insertRound(tx, {
    player_id: player.row.id,
    setup_id: setup.id,
    game_key: "recon-grid",
    seed_id: drawSeeds.seedId,
    nonce: drawSeeds.nonce,
    client_seed: drawSeeds.clientSeed,
    client_seed_source: drawSeeds.source,
    state: "active",
    paid_with: null,
    cost: 0,
    segment_index: null,
    revealed: "[]",
    found: 0,
    earned: 0,
    expires_at: tx.now + ROUND_MS,
    ended_at: null,
  });
  addTurnover(tx, setup.id, { ...NO_TURNOVER, rounds: 1 });
  countRound(tx, player.row.id, "recon-grid");
  recordProgress(tx, player.row.id, [{ kind: "streak_days", amount: 1, key: `round:${row.id}` }]);
  const layout = redrawLayout(row, setup.config, drawSeeds.serverSeed);
  return { round: gridRoundView(tx, row, { layout, now: tx.now }), ...balancesNow(tx, caller.telegramId) };
}
