export { rankOf } from "./groups.ts";
export { leaderboardGroups } from "./invariants.ts";
export { weekOf, windowOf } from "./rules.ts";
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
