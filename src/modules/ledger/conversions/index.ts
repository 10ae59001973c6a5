export type { MintSource } from "./convert-salutes.ts";
export { failConversion } from "./fail-conversion.ts";
export { conversions } from "./invariants.ts";
export { CONVERSION_STATES, type ConversionState } from "./model.ts";
export { listConversions, readPolicy } from "./read.ts";
export { conversionsRoutes } from "./routes.partner.ts";
export { type PolicyChanges, setPolicy } from "./set-policy.ts";
export { settleByDemoTransfer, settleConversion, verifyConversion } from "./settle-conversion.ts";
export { hasPendingConversion } from "./store.ts";
