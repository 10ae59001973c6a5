export { MOVEMENTS_VERSION, recordFailures, recordMovement } from "./record-movement.ts";
export { recordPowers } from "./record-powers.ts";
export { recordScan } from "./record-scan.ts";
export { listWatched, type WatchedAccount, watchAccounts } from "./watched.ts";
