export { sandboxDeliveryRoutes } from "./routes.partner.ts";
