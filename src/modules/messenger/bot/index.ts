export { botAdminRoutes } from "./routes.operator.ts";
export { webhookRoutes } from "./routes.ts";
export { purgeUpdates, updatesByKind } from "./store.ts";
