export { earlierHolders } from "./job.ts";
export { listEarlierDays } from "./store.ts";
