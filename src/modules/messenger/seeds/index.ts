export { findFirstCommitment, findLastDay, listUnloggedDays, setLogIndex } from "./day-store.ts";
export { appendCommitments, closeDay } from "./day-tree.ts";
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
