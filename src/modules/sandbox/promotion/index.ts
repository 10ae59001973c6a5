export { type AnsweredRequest, PROMOTION_CHECKS } from "./checks.ts";
export { PromotionReport } from "./model.ts";
export { type PromotionPlan, planPromotion } from "./plan.ts";
export { promoteKey } from "./promote-key.ts";
export { EVIDENCE_DAYS, readPromotionReport } from "./read.ts";
export { EvidenceRecorder } from "./recorder.ts";
export {
  askForPromotion,
  findRequest,
  PROMOTIONS_PATH,
  promotionNotices,
  type RequestRow,
  RequestState,
} from "./requests/index.ts";
export { promotionPages } from "./routes.admin.tsx";
export { purgeEvidence } from "./store.ts";
