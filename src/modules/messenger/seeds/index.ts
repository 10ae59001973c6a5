export { findFirstCommitment, findLastDay, listUnloggedDays, noteLogged } from "./day-store.ts";
export { closeDay, inclusionOf, placeCommitments } from "./day-tree.ts";
export {
  ALGORITHMS,
  type Algorithm,
  type CellContent,
  commitmentOf,
  drawLayout,
  drawSegment,
  type RoundSeeds,
} from "./draws.ts";
export { type Revealed, Seeds, type Taken } from "./seeds.ts";
export { type ClientSeedSource, findSeed, listPlayersToRotate, type SeedRow } from "./store.ts";
export { Fairness, fairnessOf, nextFairness } from "./view.ts";
