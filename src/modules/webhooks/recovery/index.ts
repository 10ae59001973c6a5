export { recoveryRoutes } from "./routes.partner.ts";
