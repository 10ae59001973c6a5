export { tokenBalances } from "./invariants.ts";
export { type Cause, payReward, type Reason, takeSalutes, takeTokens } from "./move.ts";
export { type EntryRow, listEntries, type TokenKind } from "./store.ts";
export {
  amountOf,
  BALANCE_FIELDS,
  balancesNow,
  balancesOf,
  NewReward,
  Reward,
  rewardView,
  unitsOf,
} from "./view.ts";
