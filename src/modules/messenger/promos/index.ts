export { NewPromo, type PromoView, promoView } from "./model.ts";
export { promoAdminRoutes } from "./routes.operator.ts";
export { promoRoutes } from "./routes.player.ts";
export { promoDraft, setPromo } from "./set-promo.ts";
export { findPromo, listPromos } from "./store.ts";
