export { partnerStatusRoutes } from "./routes.partner.ts";
