export { healthRoutes, type Readiness } from "./routes.public.ts";
