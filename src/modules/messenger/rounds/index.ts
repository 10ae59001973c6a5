export {
  findActiveRound,
  requireNoActiveRound,
  requireOwnRound,
  roundNotFound,
  stateAt,
} from "./active.ts";
export { expireRounds, insertRound, listRounds, type PaidWith, type RoundRow, saveRound } from "./store.ts";
export {
  cellsOf,
  GridRound,
  GridRules,
  gridRoundView,
  layoutOf,
  rulesView,
  SegmentView,
  segmentViews,
  WheelRound,
  wheelRoundView,
} from "./view.ts";
