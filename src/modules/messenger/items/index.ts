export { itemRoutes } from "./routes.player.ts";
export { type Item, listPurchases, type PurchaseRow } from "./store.ts";
