export {
  exportKeyFiles,
  KEY_FILES,
  type KeyCopy,
  type KeyFile,
  placeKeyFiles,
  readKeyFiles,
} from "./copy-keys.ts";
export { exportState, parseKeyIds, recordExport, recordImport } from "./exported.ts";
export { KeyFileError } from "./key-file-error.ts";
export { ensureLogKey, logKeyId, readLogKey } from "./log-key.ts";
export { Passphrase } from "./passphrase.ts";
