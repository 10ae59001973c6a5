import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { ENTRY_ERRORS } from "../../ledger/entries/index.ts";
import { gatherFacts, toPerson } from "../audiences/index.ts";
import { balancesNow, debitSalutes, debitTokens, payReward } from "../balances/index.ts";
import {
  findOpenGrid,
  findOpenWheel,
  findWheelSetup,
  type Setup,
  type WheelSetup,
} from "../campaigns/index.ts";
import { countRound } from "../days/index.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import { notAvailable, requireNotPaused } from "../games/index.ts";
import { addToLot, findOldestLot, takeFromLot } from "../lots/index.ts";
import { addTurnover, type GameParts, watchSpin } from "../payouts/index.ts";
import {
  ensurePlayer,
  type Player,
  type PlayerCaller,
  recordFreeSpin,
  requireActivePlayer,
} from "../players/index.ts";
import { recordProgress } from "../progress/index.ts";
import { insertRound, type PaidWith, type RoundRow, wheelRoundView } from "../rounds/index.ts";
import { drawSegment, type Seeds } from "../seeds/index.ts";
import { choosePayment, nextFreeAt, type PaymentState } from "./rules.ts";

interface PlayRequest {
  client_seed?: string | undefined;
  pay?: PaidWith | undefined;
}

/**
 * Spins the wheel: payment, draw, round, reward and progress in one transaction. A free spin that was bought or won plays
 * the wheel of that time.
 * @throws Problem state_conflict, not_available, cooldown, limit_reached, insufficient_balance
 */
export function playWheel(
  tx: Tx,
  { onPaused, seeds }: GameParts,
  { caller, play }: { caller: PlayerCaller; play: PlayRequest },
) {
  const player = requireActivePlayer(ensurePlayer(tx, caller));
  requireNotPaused(tx, "spin-wheel");
  const { campaign, reason } = findOpenWheel(tx, gatherFacts(tx, toPerson(player)), tx.now);
  if (campaign === null) throw notAvailable(reason);
  const paidWith = requirePayment(toPaymentState(player, campaign), play.pay ?? null, tx.now);
  const lot = paidWith === "free_spin" ? findOldestLot(tx, player.row.id, "free_spins") : null;
  if (lot !== null) takeFromLot(tx, lot);
  const setup = findWheelSetup(tx, lot?.setup_id ?? campaign.setup_id);
  const round = draw(tx, { player, setup, seeds, paidWith, clientSeed: play.client_seed });
  pay(tx, player, round);
  payOut(tx, { player, round, setup });
  watchSpin(tx, setup, { segmentIndex: round.segment_index ?? 0, onPaused });
  return { round: wheelRoundView(tx, round), ...balancesNow(tx, caller.telegramId) };
}

/** The facts that determine how a player can pay for a spin. */
export function toPaymentState(
  player: Player | null,
  { cost, free_spin_every_hours }: { cost: number; free_spin_every_hours: number | null },
): PaymentState {
  return {
    cost,
    freeSpinEveryHours: free_spin_every_hours,
    lastFreeSpinAt: player?.row.last_free_spin_at ?? null,
    freeSpins: player?.row.free_spins ?? 0,
    salutes: player?.user.balance ?? 0,
  };
}

function requirePayment(state: PaymentState, requested: PaidWith | null, now: number): PaidWith {
  const { paidWith, refusal } = choosePayment(state, requested, now);
  if (paidWith !== null) return paidWith;
  if (refusal === "not_available") throw notAvailable("no_free_spin");
  const freeAt = nextFreeAt(state);
  if (refusal === "cooldown") {
    const at = freeAt === null ? null : isoUtc(Math.max(freeAt, now));
    const isDue = freeAt !== null && freeAt <= now;
    throw new Problem(
      MESSENGER_ERRORS.cooldown,
      isDue
        ? "Use the free spin: one is available, and this wheel takes no salutes."
        : `Wait until ${at}, when the next free spin is available.`,
      { extra: { next_free_at: at } },
    );
  }
  if (requested === "free_spin")
    throw new Problem(ENTRY_ERRORS.insufficient_balance, "Win or buy a free spin first: none is left.", {
      extra: { balance: state.freeSpins },
    });
  throw new Problem(
    ENTRY_ERRORS.insufficient_balance,
    `Earn more salutes first: a spin costs ${fromHundredths(state.cost)}, and your balance is ${fromHundredths(state.salutes)}.`,
    { extra: { balance: fromHundredths(state.salutes) } },
  );
}

interface DrawInput {
  player: Player;
  setup: Setup<WheelSetup>;
  seeds: Seeds;
  paidWith: PaidWith;
  clientSeed: string | undefined;
}

function draw(tx: Tx, { clientSeed, paidWith, player, seeds, setup }: DrawInput): RoundRow {
  const drawSeeds = seeds.nextRound(tx, player.row.id, clientSeed);
  const { algorithm, cost, segments } = setup.config;
  const index = drawSegment(
    { algorithm, ...drawSeeds },
    segments.map(({ weight }) => weight),
  );
  const segmentReward = segments[index]?.reward;
  return insertRound(tx, {
    player_id: player.row.id,
    setup_id: setup.id,
    game_key: "spin-wheel",
    seed_id: drawSeeds.seedId,
    nonce: drawSeeds.nonce,
    client_seed: drawSeeds.clientSeed,
    client_seed_source: drawSeeds.source,
    state: "done",
    paid_with: paidWith,
    cost: paidWith === "salutes" ? cost : 0,
    segment_index: index,
    revealed: "[]",
    found: 0,
    earned: segmentReward?.kind === "salutes" ? segmentReward.amount : 0,
    expires_at: null,
    ended_at: tx.now,
  });
}

function pay(tx: Tx, player: Player, { cost, id, paid_with }: RoundRow): void {
  const cause = { reason: "miniapp.wheel", cause: `round:${id}:cost` } as const;
  if (paid_with === "free") recordFreeSpin(tx, player.row.id);
  if (paid_with === "free_spin") debitTokens(tx, player, { kind: "free_spins", amount: 1, ...cause });
  if (paid_with === "salutes") debitSalutes(tx, player, { amount: cost, ...cause });
}

/** Pays the reward, and counts the round for statistics and missions. */
function payOut(
  tx: Tx,
  { player, round, setup }: { player: Player; round: RoundRow; setup: Setup<WheelSetup> },
): void {
  const { kind, amount } = setup.config.segments[round.segment_index ?? 0]?.reward ?? {
    kind: "nothing",
    amount: 0,
  };
  payReward(tx, player, { kind, amount, reason: "miniapp.wheel", cause: `round:${round.id}:reward` });
  keepRules(tx, { player, round, setup });
  addTurnover(tx, setup.id, {
    rounds: 1,
    spent_salutes: round.cost,
    spent_missiles: 0,
    spent_free_spins: round.paid_with === "free_spin" ? 1 : 0,
    paid_salutes: kind === "salutes" ? amount : 0,
    paid_missiles: kind === "missiles" ? amount : 0,
    paid_free_spins: kind === "free_spins" ? amount : 0,
  });
  countRound(tx, player.row.id, "spin-wheel");
  recordProgress(tx, player.row.id, [
    { kind: "spins", amount: 1, key: `round:${round.id}` },
    { kind: "streak_days", amount: 1, key: `round:${round.id}` },
    { kind: "salutes_earned", amount: round.earned, key: `round:${round.id}` },
  ]);
}

/** Binds won free spins to this wheel, and won missiles to the open grid: their values are part of its odds. */
function keepRules(
  tx: Tx,
  { player, round, setup }: { player: Player; round: RoundRow; setup: Setup<WheelSetup> },
): void {
  const reward = setup.config.segments[round.segment_index ?? 0]?.reward;
  if (reward === undefined || reward.kind === "salutes" || reward.kind === "nothing") return;
  const { amount: quantity, kind } = reward;
  const setupId =
    kind === "free_spins"
      ? setup.id
      : findOpenGrid(tx, gatherFacts(tx, toPerson(player)), tx.now).campaign?.setup_id;
  if (setupId !== undefined) addToLot(tx, { player_id: player.row.id, kind, setup_id: setupId, quantity });
}
