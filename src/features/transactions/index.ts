export { transactionRoutes } from "./routes.public.ts";
export { type SyncBudget, syncTransactions } from "./sync-transactions.ts";
