export { plainTextRoutes } from "./routes.public.ts";
