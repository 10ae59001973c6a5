export { databaseCheck } from "./check.ts";
export { createReadiness, type Readiness } from "./readiness.ts";
export { healthRoutes } from "./routes.public.ts";
