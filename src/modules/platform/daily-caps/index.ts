export { DailyCap } from "./daily-cap.ts";
export { purgeDailyCounts } from "./store.ts";
