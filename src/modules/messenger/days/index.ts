export { activePlayers, countEarned, countRound, purgePlayerDays } from "./store.ts";
