export { readErrorCatalog } from "./read.ts";
export { errorCatalogRoutes } from "./routes.partner.ts";
export { apiErrorsRoutes } from "./routes.public.ts";
