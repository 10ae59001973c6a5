export { adjustmentRoutes } from "./adjustments/routes.operator.ts";
export { adjustments, reversals } from "./invariants.ts";
export { correctionNotices } from "./notices.ts";
export { reversalRoutes } from "./reversals/routes.operator.ts";
export { continueReversals } from "./reversals/run-reversals.ts";
