export {
  findActiveRound,
  requireNoActiveRound,
  requireOwnRound,
  roundNotFound,
  stateAt,
} from "./active.ts";
export { expireRounds, insertRound, listRounds, type PaidWith, type RoundRow, updateRound } from "./store.ts";
export {
  CampaignRevision,
  GridRound,
  GridRules,
  gridRoundView,
  Round,
  redrawLayout,
  revealedCells,
  roundView,
  rulesView,
  SegmentView,
  segmentViews,
  toRevision,
  WheelRound,
  wheelRoundView,
} from "./view.ts";
