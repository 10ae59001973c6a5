export { claimPromo } from "./claim-promo.ts";
export { PROMO_ERRORS } from "./errors.ts";
export { NewPromo, Promo, type PromoView, promoView } from "./model.ts";
export { promoAdminRoutes } from "./routes.operator.ts";
export { promoRoutes } from "./routes.player.ts";
export { savePromo } from "./save-promo.ts";
export { findPromo, listPromos, type PromoRow } from "./store.ts";
