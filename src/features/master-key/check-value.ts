import type { Sql, Tx } from "../../db/sql.ts";
import { SealError } from "../../kit/seal.ts";
import { readSetting, writeSetting } from "../settings/index.ts";
import { type Keyring, MasterKeyError } from "./keyring.ts";

const SETTING = "master_key_check";
const KNOWN_TEXT = "salute";

/** Keeps what tells, at the next start, whether the master key is still the one that sealed this file's secrets. */
export function writeCheckValue(tx: Tx, keyring: Keyring): void {
  writeSetting(tx, SETTING, keyring.seal(KNOWN_TEXT, SETTING));
}

/** @throws MasterKeyError where the file was sealed by another key. */
export function requireRightKey(sql: Sql, keyring: Keyring): void {
  const sealed = readSetting(sql, SETTING);
  if (sealed === null) return;
  try {
    if (keyring.unseal(sealed, SETTING) === KNOWN_TEXT) return;
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
  }
  throw new MasterKeyError(
    "The master key is not the one that this data directory was made with. Put the right master.key back, or set MASTER_KEY_FILE to it; nothing was changed.",
  );
}

/** Whether this file has ever been sealed with a key. */
export function hasCheckValue(sql: Sql): boolean {
  return readSetting(sql, SETTING) !== null;
}
