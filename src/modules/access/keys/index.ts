export { describeEndOfOldSecret, describeRotation, USE_DAYS, type UsedKey } from "./effects.tsx";
export { endOldSecret, oldSecretValidUntil } from "./end-old-secret.ts";
export { parseDailyCreditLimit, splitEntries } from "./entered.ts";
export { createKeyFinder, parseKeyMode } from "./find-key.ts";
export { Secret } from "./keys-page.tsx";
export { KEY_LISTS } from "./lists.ts";
export {
  adjustKey,
  createKey,
  type IssuedKey,
  type KeyAdjustments,
  KeyError,
  type KeySettings,
  keyView,
  type RotatedKey,
  requireSettings,
  rotateKey,
  setKeyStatus,
} from "./manage-keys.ts";
export { keysPages } from "./routes.admin.tsx";
export { SCOPES, type Scope } from "./scopes.ts";
export {
  ensurePartner,
  findKeyRow,
  findPartnerId,
  type KeyRow,
  listKeyRows,
  listPartnerKeyIds,
  listPartnerKeys,
  listUnlimitedKeys,
} from "./store.ts";
