export { feedRoutes } from "./routes.partner.ts";
