import type { Tx } from "../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import { ENTRY_ERRORS } from "../../ledger/entries/index.ts";
import { gatherFacts, toPerson } from "../audiences/index.ts";
import { balancesNow, debitTokens, payReward } from "../balances/index.ts";
import { findGridSetup, findOpenGrid, type GridSetup, type Setup } from "../campaigns/index.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import { chooseMissileLot, takeFromLot } from "../lots/index.ts";
import { addTurnover, type GameParts, NO_TURNOVER, watchFirstReveal } from "../payouts/index.ts";
import { ensurePlayer, type Player, type PlayerCaller, requireActivePlayer } from "../players/index.ts";
import { recordProgress } from "../progress/index.ts";
import {
  gridRoundView,
  type RoundRow,
  redrawLayout,
  requireOwnRound,
  revealedCells,
  roundNotFound,
  stateAt,
  updateRound,
} from "../rounds/index.ts";
import type { CellContent } from "../seeds/index.ts";

/**
 * Reveals a cell for one missile. Revealing a cell again returns its content and costs nothing.
 * @throws Problem state_conflict, round_not_found, invalid_payload, round_closed, insufficient_balance
 */
export function revealCell(
  tx: Tx,
  parts: GameParts,
  { caller, request }: { caller: PlayerCaller; request: { cell: number; round_id: number } },
) {
  const { cell, round_id } = request;
  const player = requireActivePlayer(ensurePlayer(tx, caller));
  const row = requireOwnRound(tx, player.row.id, round_id);
  if (row.game_key !== "recon-grid") throw roundNotFound(round_id);
  const setup = findGridSetup(tx, row.setup_id);
  if (cell >= setup.config.tiles) throw invalidPayload("cell", `must be from 0 to ${setup.config.tiles - 1}`);
  const layout = redrawLayout(row, setup.config, parts.seeds.readServerSeed(tx, row.seed_id));
  const content = layout[cell] ?? "empty";
  const isNew = !revealedCells(row).includes(cell);
  const after = isNew ? spendMissile(tx, parts, { player, row, setup, cell, content }) : row;
  return {
    cell,
    content,
    round: gridRoundView(tx, after, { layout, now: tx.now }),
    ...balancesNow(tx, caller.telegramId),
  };
}

interface Reveal {
  player: Player;
  row: RoundRow;
  setup: Setup<GridSetup>;
  cell: number;
  content: CellContent;
}

/** Debits the missile, pays the rewards and updates the round. */
function spendMissile(
  tx: Tx,
  { onPaused }: GameParts,
  { cell, content, player, row, setup }: Reveal,
): RoundRow {
  const state = stateAt(row, tx.now);
  if (state !== "active") {
    throw new Problem(MESSENGER_ERRORS.round_closed, `Start another round: round ${row.id} is ${state}.`, {
      extra: { state },
    });
  }
  const key = `round:${row.id}:cell:${cell}`;
  const lot = chooseMissileLot(tx, player.row, setup);
  if (lot === undefined) throw onlyCheaperMissiles(tx, player, setup);
  if (lot !== null) takeFromLot(tx, lot);
  debitTokens(tx, player, { kind: "missiles", amount: 1, reason: "miniapp.grid", cause: key });
  const cells = revealedCells(row);
  const { bonus, reward, state: next } = afterReveal(setup.config, row.found, content);
  const salutes = { kind: "salutes", reason: "miniapp.grid" } as const;
  payReward(tx, player, { ...salutes, amount: reward, cause: `${key}:reward` });
  payReward(tx, player, { ...salutes, amount: bonus, cause: `round:${row.id}:bonus` });
  const after: RoundRow = {
    ...row,
    state: next,
    revealed: JSON.stringify([...cells, cell]),
    found: row.found + (content === "target" ? 1 : 0),
    earned: row.earned + reward + bonus,
    ended_at: next === "active" ? null : tx.now,
  };
  updateRound(tx, after);
  addTurnover(tx, setup.id, { ...NO_TURNOVER, spent_missiles: 1, paid_salutes: reward + bonus });
  if (cells.length === 0) watchFirstReveal(tx, setup, { content, onPaused });
  recordProgress(tx, row.player_id, [
    { kind: "grid_targets", amount: content === "target" ? 1 : 0, key },
    { kind: "grid_cleared", amount: next === "cleared" ? 1 : 0, key },
    { kind: "streak_days", amount: 1, key },
    { kind: "salutes_earned", amount: reward + bonus, key },
  ]);
  return after;
}

/** Missiles bought now go on with the round only if they cost at least the round's price. */
function onlyCheaperMissiles(tx: Tx, player: Player, { config }: Setup<GridSetup>): Problem {
  const { campaign } = findOpenGrid(tx, gatherFacts(tx, toPerson(player)), tx.now);
  const price = campaign === null ? null : findGridSetup(tx, campaign.setup_id).config.missile_price;
  const mayBuy = price !== null && price >= config.missile_price;
  return new Problem(
    ENTRY_ERRORS.insufficient_balance,
    mayBuy
      ? "Buy missiles for this round, or give it up: yours were bought at a lower price."
      : "Give this round up: your missiles were bought at a lower price and are for the next one.",
    { extra: { balance: player.row.missiles, reason: mayBuy ? "buy_missiles" : "cheaper_missiles" } },
  );
}

/** The result of a reveal; amounts in hundredths of a salute. */
interface RevealOutcome {
  state: "active" | "cleared" | "hit";
  reward: number;
  bonus: number;
}

/** A mine ends the round, and earned rewards stay. The last target clears the round and pays the bonus. */
function afterReveal(
  { clear_bonus, reward_per_target, targets }: GridSetup,
  foundBefore: number,
  content: CellContent,
): RevealOutcome {
  if (content === "mine") return { state: "hit", reward: 0, bonus: 0 };
  if (content === "empty") return { state: "active", reward: 0, bonus: 0 };
  const isCleared = foundBefore + 1 >= targets;
  return {
    state: isCleared ? "cleared" : "active",
    reward: reward_per_target,
    bonus: isCleared ? clear_bonus : 0,
  };
}
