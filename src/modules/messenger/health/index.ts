export type { PendingUsage } from "./read-health.ts";
export { healthRoutes } from "./routes.operator.ts";
