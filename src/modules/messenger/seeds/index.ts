export { findFirstCommitment, findLastDay, listUnloggedDays, noteLogged } from "./day-store.ts";
export { closeDay, placeCommitments } from "./day-tree.ts";
export {
  type Algorithm,
  type CellContent,
  commitmentOf,
  drawLayout,
  drawSegment,
} from "./draws.ts";
export { Seeds } from "./seeds.ts";
export { findSeed, listPlayersToRotate } from "./store.ts";
export { Fairness, fairnessOf, nextFairness } from "./view.ts";
