export { savedViewRoutes } from "./routes.admin.ts";
