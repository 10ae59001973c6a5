export { practiceDeliveryRoutes } from "./routes.partner.ts";
