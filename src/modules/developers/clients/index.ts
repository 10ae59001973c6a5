export { clientRoutes } from "./routes.public.ts";
