export { canaryRoutes } from "./routes.public.ts";
