import type { Tx } from "../../../db/sql.ts";
import type { GridSetup, Setup, WheelSetup } from "../campaigns/index.ts";
import { type GameKey, insertPause } from "../games/index.ts";
import { intervalOf, type Moments, moments, payoutMoments, worthOf, Z_9999 } from "../odds/index.ts";
import type { CellContent } from "../seeds/index.ts";
import { addOutcome } from "./store.ts";

/** Told in the commit in which a game pauses itself. */
export type OnPaused = (tx: Tx, game: GameKey, reason: string) => void;

/** Fewer rounds say too little. */
const MIN_ROUNDS = 1_000;

/** Counts a spin's outcome, and pauses the wheel where its payouts leave their interval. */
export function watchSpin(
  tx: Tx,
  { id, campaignKey, revision, config }: Setup<WheelSetup>,
  segmentIndex: number,
  onPaused: OnPaused,
): void {
  const reward = config.segments[segmentIndex]?.reward ?? { kind: "nothing", amount: 0 };
  const total = addOutcome(tx, id, segmentIndex, worthOf(reward, config.missile_price));
  const expected = () =>
    payoutMoments(
      config.segments.map(({ weight, reward: { kind, amount } }) => ({ weight, kind, amount })),
      config.missile_price,
    );
  if (isOut(total, expected)) pause(tx, "spin-wheel", `${campaignKey} revision ${revision}`, onPaused);
}

const OUTCOMES: Record<CellContent, number> = { empty: 0, target: 1, mine: 2 };

/** The same for a grid, by the first reveal of each round: the later ones depend on what the player does. */
export function watchFirstReveal(
  tx: Tx,
  { id, campaignKey, revision, config }: Setup<GridSetup>,
  content: CellContent,
  onPaused: OnPaused,
): void {
  const value = content === "target" ? config.reward_per_target : 0;
  const total = addOutcome(tx, id, OUTCOMES[content], value);
  const share = config.targets / config.tiles;
  const expected = () =>
    moments([
      { probability: share, value: config.reward_per_target / 100 },
      { probability: 1 - share, value: 0 },
    ]);
  if (isOut(total, expected)) pause(tx, "recon-grid", `${campaignKey} revision ${revision}`, onPaused);
}

/** Whether the value paid lies outside of the interval that holds it 9,999 times of 10,000. */
function isOut({ rounds, value }: { rounds: number; value: number }, expected: () => Moments): boolean {
  if (rounds < MIN_ROUNDS) return false;
  const spread = expected();
  if (spread.sigma === 0) return false;
  const { high, low } = intervalOf(spread, rounds, Z_9999);
  return value / 100 < low || value / 100 > high;
}

function pause(tx: Tx, game: GameKey, which: string, onPaused: OnPaused): void {
  const reason = `payouts of ${which} left their 99.99 % interval`;
  if (insertPause(tx, { game, reason, pausedBy: "salute" })) onPaused(tx, game, reason);
}
