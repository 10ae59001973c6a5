export { claimNext, requireLease } from "./claim.ts";
export {
  claimReplica,
  describeForeign,
  judgeReplica,
  ownLogKey,
} from "./claim-replica.ts";
export { isVacant, requireNoStandby, requireVacant, STANDBY_FOLDER } from "./directory.ts";
export { takeOver } from "./take-over.ts";
