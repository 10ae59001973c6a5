export {
  accountsOfDay,
  authorityChangesBetween,
  countScanDays,
  failedMinutes,
  movedBefore,
  ownersOfDay,
  type PowerReadingRow,
  postBefore,
  readingsOfWindow,
  scanBefore,
  scanOfDay,
} from "./history.ts";
export { purgeDays } from "./purge.ts";
export { MOVEMENTS_VERSION, recordFailures, recordMovement } from "./record-movement.ts";
export { recordPowers } from "./record-powers.ts";
export { recordScan } from "./record-scan.ts";
export { endOfTrail, startOfTrail } from "./slot-order.ts";
export {
  chunksOfWindow,
  slotsOfWindow,
  type WindowTransaction,
} from "./transactions-of-window.ts";
export { listWatched, type WatchedAccount, watchAccounts } from "./watched.ts";
