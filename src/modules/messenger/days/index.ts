export {
  countEarned,
  countRound,
  countSpent,
  listPlayedDays,
  purgePlayerDays,
  spentOn,
} from "./store.ts";
