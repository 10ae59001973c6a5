export { BackupDesk, type BackupState, type MakeElsewhere } from "./backup-desk.ts";
export { BackupError } from "./backup-error.ts";
export { type CopyStore, sendCopy } from "./client.ts";
export { pruneBackups } from "./keep.ts";
export { makeBackup } from "./make-backup.ts";
export { listManifests, type Manifest, recordCopy } from "./manifest.ts";
export { readRestored, restoreBackup, resumeAfterRestore } from "./restore-backup.ts";
export { unpackBackup } from "./unpack-backup.ts";
