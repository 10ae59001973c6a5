export { noteMail } from "./claim-mail.ts";
export { tallyClaimed } from "./claimed-store.ts";
export { CodeVault } from "./codes/code-vault.ts";
export { type CurrencySettings, claimCurrencies } from "./currencies.ts";
export { cancelClaim } from "./ending/cancel-claim.ts";
export { expireClaims, expireUserClaims } from "./ending/expire-claims.ts";
export { claimExpiry, watchDueClaims } from "./ending/expiry-job.ts";
export { CLAIM_ERRORS } from "./errors.ts";
export { findByCode } from "./find-claim.ts";
export { claims } from "./invariants.ts";
export { listClaims } from "./lists/read.ts";
export { Claim } from "./model.ts";
export { claimsRoutes } from "./routes.partner.ts";
export { claimPageRoutes } from "./routes.public.tsx";
export { CLAIM_STATES, type ClaimState } from "./rules.ts";
export { settleClaim, settleClaimByDemoTransfer, verifyClaim } from "./settle-claim.ts";
export {
  type ClaimRow,
  forgetRecipient,
  forgetRecipients,
  hasOpenClaim,
} from "./store.ts";
export { takeClaim } from "./take-claim.ts";
