export { metricsRoutes } from "./routes.operator.ts";
