export { tokenBalances } from "./invariants.ts";
export { type Cause, payReward, type Reason, takeSalutes, takeTokens } from "./move.ts";
export { type EntryRow, listEntries, type TokenKind } from "./store.ts";
export { BALANCE_FIELDS, balancesNow, balancesOf, RewardShape, rewardView } from "./view.ts";
