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
} from "./store.ts";
