export { computeRank } from "./groups.ts";
export { leaderboardGroups } from "./invariants.ts";
export { toWeek, toWindow } from "./rules.ts";
export {
  addScore,
  findScore,
  listAfter,
  listBefore,
  listLeaders,
  type NamedScoreRow,
  purgeScores,
  renameScore,
  renameScores,
} from "./store.ts";
