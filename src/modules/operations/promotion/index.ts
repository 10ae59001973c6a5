export { claimNext, requireLease } from "./claim.ts";
export { requireNoStandby, requireVacant, STANDBY_FOLDER } from "./directory.ts";
export { takeOver } from "./take-over.ts";
