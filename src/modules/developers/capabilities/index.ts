export { capabilitiesRoutes } from "./routes.partner.ts";
