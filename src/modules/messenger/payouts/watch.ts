import type { Tx } from "../../../db/sql.ts";
import type { GridSetup, Setup, WheelSetup } from "../campaigns/index.ts";
import { type GameKey, insertPause } from "../games/index.ts";
import {
  areExpectedOften,
  computeInterval,
  computeWideInterval,
  firstRevealOutcomes,
  moments,
  type Outcome,
  rewardValue,
  wheelOutcomes,
  Z_9999,
} from "../odds/index.ts";
import type { CellContent } from "../seeds/index.ts";
import { addOutcome } from "./store.ts";

/** Called in the transaction of an automatic pause. */
export type OnPaused = (tx: Tx, game: GameKey, reason: string) => void;

/** With fewer rounds the interval is not meaningful. */
const MIN_ROUNDS = 1_000;

/** Counts a spin's outcome, and pauses the wheel if its payouts leave their interval. */
export function watchSpin(
  tx: Tx,
  setup: Setup<WheelSetup>,
  { segmentIndex, onPaused }: { segmentIndex: number; onPaused: OnPaused },
): void {
  const { missile_price: missilePrice, segments } = setup.config;
  const reward = segments[segmentIndex]?.reward ?? { kind: "nothing", amount: 0 };
  const value = rewardValue(reward, missilePrice);
  const total = addOutcome(tx, { setupId: setup.id, outcome: segmentIndex, value });
  const expected = () => wheelOutcomes(segments, missilePrice);
  if (isOutsideInterval(total, expected)) pause(tx, setup, { game: "spin-wheel", onPaused });
}

/** Numbers of the outcomes, in the order of `firstRevealOutcomes`. */
const OUTCOMES: Record<CellContent, number> = { empty: 0, target: 1, mine: 2 };

/**
 * Counts the outcome of a round's first reveal, and pauses the grid if its payouts leave their interval. Later reveals
 * depend on the player's choices.
 */
export function watchFirstReveal(
  tx: Tx,
  setup: Setup<GridSetup>,
  { content, onPaused }: { content: CellContent; onPaused: OnPaused },
): void {
  const value = content === "target" ? setup.config.reward_per_target : 0;
  const total = addOutcome(tx, { setupId: setup.id, outcome: OUTCOMES[content], value });
  if (isOutsideInterval(total, () => firstRevealOutcomes(setup.config)))
    pause(tx, setup, { game: "recon-grid", onPaused });
}

/** Whether the total payout is outside its 99.99 % interval. @param value hundredths of a salute */
function isOutsideInterval(
  { rounds, value }: { rounds: number; value: number },
  expected: () => readonly Outcome[],
): boolean {
  if (rounds < MIN_ROUNDS) return false;
  const outcomes = expected().filter(({ probability }) => probability > 0);
  const distribution = moments(outcomes);
  if (distribution.sigma === 0) return false;
  const probabilities = outcomes.map(({ probability }) => probability);
  const { high, low } = areExpectedOften(probabilities, rounds)
    ? computeInterval(distribution, rounds, Z_9999)
    : computeWideInterval(outcomes, rounds);
  return value / 100 < low || value / 100 > high;
}

function pause(
  tx: Tx,
  { campaignKey, revision }: Setup<unknown>,
  { game, onPaused }: { game: GameKey; onPaused: OnPaused },
): void {
  const reason = `payouts of ${campaignKey} revision ${revision} left their 99.99 % interval`;
  if (insertPause(tx, { game, reason, pausedBy: "salute" })) onPaused(tx, game, reason);
}
