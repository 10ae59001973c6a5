export { webhookRoutes } from "./routes.ts";
export { purgeUpdates } from "./store.ts";
