export { hasCheckValue, requireRightKey, writeCheckValue } from "./check-value.ts";
export { formerKeyPath, Keyring, MasterKeyError } from "./keyring.ts";
export { rotateMasterKey } from "./rotate.ts";
export { neededKeyIds, type SealedTable } from "./sealed-tables.ts";
