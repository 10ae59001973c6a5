export { CatalogGame, readCatalog } from "./read-catalog.ts";
export { catalogRoutes } from "./routes.player.ts";
