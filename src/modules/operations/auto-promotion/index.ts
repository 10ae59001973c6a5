export { AutoPromotion, type PromotionView, type Won } from "./auto-promotion.ts";
export { VERDICTS } from "./rules.ts";
export { Scout } from "./scout.ts";
export { createStoreWitness, serviceWitness } from "./witness.ts";
