export { needsApproval } from "./approval.ts";
export { adjustments, reversals } from "./invariants.ts";
export { correctionNotices } from "./notices.ts";
export { viewPreview, viewReversal } from "./reversals/read.ts";
export { requestReversal, requireReversal } from "./reversals/request-reversal.ts";
export { foresee, type OnShortfall } from "./reversals/rules.ts";
export { continueReversals } from "./reversals/run-reversals.ts";
export { chooseEntries } from "./reversals/select-entries.ts";
export { correctionRoutes } from "./routes.ts";
