export { errorCatalogRoutes } from "./routes.partner.ts";
export { apiErrorsRoutes } from "./routes.public.ts";
