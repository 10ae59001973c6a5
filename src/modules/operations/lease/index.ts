export { leaseCheck } from "./check.ts";
export { S3Store } from "./client.ts";
export { createConfirmation, createExpiryCheck } from "./confirm.ts";
export { describeMachine, describeStanding, LENIENT_WORDS } from "./describe.ts";
export {
  claimEpoch,
  claimId,
  markHandOver,
  newestEpoch,
  readClaim,
  readHandOver,
  supportsConditionalCreate,
  UNCONDITIONAL,
} from "./epochs.ts";
export { LeaseKeeper } from "./keeper.ts";
export { LeaseError, StoreError } from "./lease-error.ts";
export type { Claim, LeaseState, LeaseStore } from "./model.ts";
export { newestNoteUpTo, recordNote } from "./notes.ts";
export { openStore } from "./open-store.ts";
export {
  OWN_EPOCH_FILE,
  type OwnEpoch,
  readOwnEpoch,
  readRecordedEpoch,
  writeOwnEpoch,
} from "./own-epoch.ts";
export { renewLease, type SeenRenewal, seeRenewal } from "./renewal.ts";
export { epochUrl, replicaLocation } from "./rules.ts";
export { leaseAlert, startLeaseWatch } from "./watch.ts";
