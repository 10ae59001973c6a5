export { adjustments, reversals } from "./invariants.ts";
export { correctionNotices } from "./notices.ts";
export { continueReversals } from "./reversals/run-reversals.ts";
export { correctionRoutes } from "./routes.ts";
