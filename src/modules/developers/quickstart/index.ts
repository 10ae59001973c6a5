export { quickstartRoutes } from "./routes.public.ts";
