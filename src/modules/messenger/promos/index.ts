export { NewPromo, type PromoView, promoView } from "./model.ts";
export { promoAdminRoutes } from "./routes.operator.ts";
export { promoRoutes } from "./routes.player.ts";
export { savePromo } from "./save-promo.ts";
export { listPromos } from "./store.ts";
