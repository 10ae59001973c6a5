export { tokenBalances } from "./invariants.ts";
export { payReward, takeSalutes, takeTokens } from "./move.ts";
export { listEntries, type TokenKind } from "./store.ts";
export { BALANCE_FIELDS, balancesNow, balancesOf, RewardShape, rewardView } from "./view.ts";
