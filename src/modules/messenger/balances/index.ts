export { tokenBalances } from "./invariants.ts";
export { debitSalutes, debitTokens, payReward } from "./move.ts";
export { listEntries, type TokenKind } from "./store.ts";
export { BALANCE_FIELDS, balancesNow, RewardShape, rewardView, toBalances } from "./view.ts";
