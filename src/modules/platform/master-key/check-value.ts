import type { Sql, Tx } from "../../../db/sql.ts";
import { type MasterKey, SealError, sealedBy, unseal } from "../../../kit/crypto/seal.ts";
import { readSetting, writeSetting } from "../state/index.ts";
import { type Keyring, MasterKeyError } from "./keyring.ts";

const SETTING = "master_key_check";
const KNOWN_TEXT = "salute";

/**
 * Stores a value that tells at the next start whether the master key is still the one that sealed this file's
 * secrets.
 */
export function writeCheckValue(tx: Tx, keyring: Keyring): void {
  writeSetting(tx, SETTING, keyring.seal(KNOWN_TEXT, SETTING));
}

/**
 * Checks the keyring against this file, now and whenever the key file changes. @throws MasterKeyError for another key
 */
export function requireRightKey(sql: Sql, keyring: Keyring): void {
  if (keyring.holdAgainst((keys) => opensCheckValue(sql, keys))) return;
  throw new MasterKeyError(
    "The master key is not the one that this data directory was made with. Put the right master.key back, or set MASTER_KEY_FILE to it; nothing was changed.",
  );
}

/** Whether this file has ever been sealed with a key. */
export function hasCheckValue(sql: Sql): boolean {
  return readSetting(sql, SETTING) !== null;
}

/** Whether the newest key seals the check value, which is the last step of a rotation. */
export function isCheckedByCurrent(sql: Sql, keyring: Keyring): boolean {
  const sealed = readSetting(sql, SETTING);
  return sealed !== null && sealedBy(sealed) === keyring.current.id;
}

function opensCheckValue(sql: Sql, keys: readonly MasterKey[]): boolean {
  const sealed = readSetting(sql, SETTING);
  if (sealed === null) return true;
  const key = keys.find((each) => each.id === sealedBy(sealed));
  try {
    return key !== undefined && unseal(key, sealed, SETTING) === KNOWN_TEXT;
  } catch (error) {
    if (error instanceof SealError) return false;
    throw error;
  }
}
