export { transactionRoutes } from "./routes.public.ts";
export { syncTransactions } from "./sync-transactions.ts";
