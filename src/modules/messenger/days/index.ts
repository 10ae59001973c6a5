export { countEarned, countRound, purgePlayerDays } from "./store.ts";
