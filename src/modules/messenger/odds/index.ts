export { decimalText, type Fraction, fractionNumber, fractionText } from "./fraction.ts";
export { firstRevealOutcomes, gridOdds } from "./grid-odds.ts";
export { bestGridReturn, missileWorth } from "./grid-return.ts";
export { type Simulation, simulateGrid, simulateWheel } from "./simulate.ts";
export {
  areExpectedOften,
  chiSquared,
  computeInterval,
  computeWideInterval,
  type Fit,
  type Moments,
  moments,
  type Outcome,
  Z_95,
  Z_9999,
} from "./statistics.ts";
export {
  describeMinting,
  isAboveCost,
  isAboveMaximum,
  NEVER_ENDS,
  type OddsSegment,
  rewardValue,
  type WheelOdds,
  wheelOdds,
  wheelOutcomes,
} from "./wheel-odds.ts";
