export { hasCheckValue, requireRightKey, writeCheckValue } from "./check-value.ts";
export { Keyring, MasterKeyError } from "./keyring.ts";
