export { createReadiness } from "./readiness.ts";
export { healthRoutes } from "./routes.public.ts";
