export { findFirstCommitment, findLastDay, listUnloggedDays, setLogIndex } from "./day-store.ts";
export { appendCommitments, closeDay } from "./day-tree.ts";
export {
  ALGORITHMS,
  type Algorithm,
  type CellContent,
  drawLayout,
  drawSegment,
  hashServerSeed,
  type RoundSeeds,
} from "./draws.ts";
export { Seeds } from "./seeds.ts";
export { findSeed, listOldSeeds, type SeedPlace } from "./store.ts";
export { Fairness, nextFairness, readFairness } from "./view.ts";
