export { failedMinutes, recordFailures } from "./failure-store.ts";
export { type PowerReadingRow, postBefore, readingsOfWindow } from "./history.ts";
export { DAY_RETENTION } from "./purge.ts";
export { MOVEMENTS_VERSION, type RecordedMovement, recordMovement, TRANSFERS } from "./record-movement.ts";
export { recordPowers } from "./record-powers.ts";
export { recordScan } from "./record-scan.ts";
export { accountsOfDay, countScanDays, ownersOfDay, scanBefore, scanOfDay } from "./scan-store.ts";
export { endOfTrail, lastPost, startOfTrail } from "./slot-order.ts";
export {
  authorityChangesBetween,
  lastSlotOfOwner,
  listAuthorityChanges,
  listChanges,
  listFees,
  listSupplyChanges,
  type Place,
} from "./store.ts";
export type { TimeRange } from "./time-range.ts";
export { listWatched, type WatchedAccount, watchAccounts } from "./watched-store.ts";
