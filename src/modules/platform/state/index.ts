export { jsonSetting } from "./json-setting.ts";
export { isPaused, notePastPause, pausedMs, purgePauses, readPauses } from "./pauses.ts";
export { deleteRestored, type RestoreOrigin, readRestored, writeRestored } from "./restored.ts";
export {
  acceptLoss,
  type BrokenInvariant,
  endLeaseStop,
  type LeaseStop,
  noteLoss,
  readSafeMode,
  type SafeMode,
  stopChanges,
  stopForLease,
  switchSafeMode,
} from "./safe-mode.ts";
export {
  deleteSetting,
  FIRST_START_SETTING,
  firstStartAt,
  LOG_AWAITS_RESUME_SETTING,
  LOG_UID_SETTING,
  readSetting,
  SERVED_MODE_SETTING,
  writeSetting,
} from "./store.ts";
export { describeLoss, type LossNote, readLoss } from "./wal-loss.ts";
