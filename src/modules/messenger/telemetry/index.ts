export { isPlayerRoute, MessengerCounters } from "./counters.ts";
export { type Counter, listCounters, listHistograms, purgeCounters } from "./store.ts";
