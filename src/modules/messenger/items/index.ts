export { itemRoutes } from "./routes.player.ts";
export { listPurchases } from "./store.ts";
