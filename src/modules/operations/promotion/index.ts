export { type Claimed, claimNext, requireLease } from "./claim.ts";
export { requireNoStandby, requireVacant, STANDBY_FOLDER } from "./directory.ts";
export { type TakenOver, takeOver } from "./take-over.ts";
