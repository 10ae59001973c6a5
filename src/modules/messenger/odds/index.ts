export { decimalText, fractionNumber, fractionText } from "./fraction.ts";
export { gridOdds } from "./grid-odds.ts";
export { type Simulation, simulateGrid, simulateWheel } from "./simulate.ts";
export {
  chiSquared,
  type Fit,
  intervalOf,
  type Moments,
  moments,
  Z_95,
  Z_9999,
} from "./statistics.ts";
export {
  excessOf,
  type OddsSegment,
  payoutMoments,
  rewardValue,
  type WheelOdds,
  wheelOdds,
} from "./wheel-odds.ts";
