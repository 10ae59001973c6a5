import { existsSync } from "node:fs";
import { Keyring, MasterKeyError } from "../../modules/platform/master-key/index.ts";
import type { Config } from "../config.ts";
import { masterKeyPath } from "../key-paths.ts";

/** The master key of this directory; created only together with the database (contract section 1). */
export function openKeyring(config: Config, isFirstStart: boolean): Keyring {
  if (config.masterKey !== null) return Keyring.fromText(config.masterKey);
  const path = masterKeyPath(config);
  if (!isFirstStart || existsSync(path)) return Keyring.fromFile(path);
  if (config.masterKeyFile !== null) throw new MasterKeyError(`MASTER_KEY_FILE: ${path} is missing`);
  return Keyring.create(path);
}
