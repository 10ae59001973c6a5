export { weekOf, windowOf } from "./rules.ts";
export {
  addScore,
  findScore,
  listAfter,
  listBefore,
  listLeaders,
  type NamedScoreRow,
  purgeScores,
  rankOf,
  type ScoreRow,
} from "./store.ts";
