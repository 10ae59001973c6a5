export {
  computeWheelOdds,
  draftReturn,
  type GameReturn,
  gridReturn,
  oddsSegments,
  type PricedWheel,
  toPct,
  wheelReturn,
} from "./returns.ts";
