export {
  draftReturn,
  type GameReturn,
  gridReturn,
  oddsSegments,
  type PricedWheel,
  toPct,
  wheelOddsOf,
  wheelReturn,
} from "./returns.ts";
