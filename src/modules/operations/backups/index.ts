export { keyFault } from "./archive/encryption.ts";
export { hashFile } from "./archive/hash-file.ts";
export { listManifests, type Manifest, recordCopy } from "./archive/manifest.ts";
export { unpackBackup } from "./archive/unpack-backup.ts";
export { BackupDesk, type MakeInChild } from "./backup-desk.ts";
export { BackupError } from "./backup-error.ts";
export { backupJob } from "./backup-job.ts";
export { BACKUP_THRESHOLDS, backupCheck, type ReplicaFacts, readBackupFacts } from "./check.ts";
export { type CopyStore, sendCopy } from "./client.ts";
export { type Drill, readDrill } from "./drill.ts";
export { restoreDrill } from "./drill-job.ts";
export { makeBackup, requireDiskSpace, spaceForBackup } from "./make-backup.ts";
export { backupNotices } from "./notices.ts";
export { type Prove, proveFiles } from "./prove.ts";
export { pruneBackups } from "./prune-backups.ts";
export {
  changeRestored,
  intoEmpty,
  markRestored,
  moveIntoPlace,
  type Restorer,
  requireEmpty,
  requireNoUnfinishedRestore,
  restoreBackup,
  resumeAfterLoss,
  resumeAfterRestore,
} from "./restore-backup.ts";
export { backupPages } from "./routes.admin.tsx";
export { backupDownload } from "./routes.download.ts";
export { backupRoutes } from "./routes.operator.ts";
export type { Trust } from "./trust.ts";
