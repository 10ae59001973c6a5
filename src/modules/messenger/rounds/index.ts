export {
  findActiveRound,
  requireNoActiveRound,
  requireOwnRound,
  roundNotFound,
  stateAt,
} from "./active.ts";
export { expireRounds, insertRound, listRounds, type PaidWith, type RoundRow, saveRound } from "./store.ts";
export {
  CampaignRevision,
  GridRound,
  GridRules,
  gridRoundView,
  layoutOf,
  Round,
  revealedCells,
  revisionOf,
  roundView,
  rulesView,
  SegmentView,
  segmentViews,
  WheelRound,
  wheelRoundView,
} from "./view.ts";
