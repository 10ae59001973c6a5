export { type ClaimedEpoch, requireLease } from "./claim.ts";
export {
  claimReplica,
  describeForeign,
  judgeReplica,
  ownLogKey,
} from "./claim-replica.ts";
export { isStandby, isVacant, requireNoStandby, requireVacant, STANDBY_FOLDER } from "./directory.ts";
export { TakeOver, type TakeOverPlan } from "./take-over.ts";
