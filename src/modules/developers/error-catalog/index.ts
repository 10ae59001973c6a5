export { errorCatalogRoutes } from "./routes.partner.ts";
