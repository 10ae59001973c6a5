export { earlierHolders } from "./job.ts";
export { type EarlierDay, listEarlierDays } from "./store.ts";
