export { webhookRoutes } from "./routes.partner.ts";
