export { cancelClaim } from "./cancel-claim.ts";
export { noteMail } from "./claim-mail.ts";
export { CodeVault } from "./code-vault.ts";
export { type CurrencySettings, claimCurrencies } from "./currencies.ts";

export { claimExpiry } from "./expiry-job.ts";
export { findByCode } from "./find-claim.ts";
export { claims } from "./invariants.ts";
export { listClaims } from "./read.ts";
export { claimsRoutes } from "./routes.partner.ts";
export { claimPageRoutes } from "./routes.public.tsx";
export { CLAIM_STATES, type ClaimState } from "./rules.ts";
export { settleClaim, settleClaimByDemoTransfer } from "./settle-claim.ts";
export { type ClaimRow, forgetRecipient, forgetRecipients, hasOpenClaim } from "./store.ts";
export { takeClaim } from "./take-claim.ts";
