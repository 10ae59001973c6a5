export { transactionRoutes } from "./routes.public.ts";
export { transactionSync } from "./sync-job.ts";
export { syncTransactions } from "./sync-transactions.ts";
