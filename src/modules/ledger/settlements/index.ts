export { payOnDemoChain } from "./demo-payment.ts";
export { settlements } from "./invariants.ts";
export { DEMO_PREFIX, type DuePayment } from "./rules.ts";
export { findPaidFor } from "./store.ts";
export {
  type SettlementParts,
  type Treasury,
  takePayment,
  type VerifiedPayment,
  verifyPayment,
} from "./verify-payment.ts";
