export { countMissing } from "./missing-store.ts";
export { transactionRoutes } from "./routes.public.ts";
export { covers, knownSince, syncStandings } from "./standing.ts";
export { countUnread } from "./store.ts";
export { transactionSync } from "./sync-job.ts";
export { syncTransactions } from "./sync-transactions.ts";
export {
  chunksOfWindow,
  movedBefore,
  slotsOfWindow,
  type WindowTransaction,
} from "./transactions-of-window.ts";
