import { existsSync } from "node:fs";
import { Keyring, MasterKeyError } from "../../modules/platform/master-key/index.ts";
import { type Config, ConfigError } from "../config.ts";
import { masterKeyPath } from "../key-paths.ts";
import { SETTINGS } from "../settings/index.ts";

/** The master key of this directory; created only together with the database (contract section 1). */
export function openKeyring(config: Config, isFirstStart: boolean): Keyring {
  if (config.masterKey !== null) return Keyring.fromText(config.masterKey);
  const path = masterKeyPath(config);
  if (config.masterKeyFile !== null) return fromNamedFile(path);
  if (!isFirstStart || existsSync(path)) return Keyring.fromFile(path);
  return Keyring.create(path);
}

/** A file that MASTER_KEY_FILE names is never created. */
function fromNamedFile(path: string): Keyring {
  try {
    return Keyring.fromFile(path);
  } catch (error) {
    if (!(error instanceof MasterKeyError)) throw error;
    const why = existsSync(path) ? error.message : `${path} is missing`;
    throw new ConfigError(
      `MASTER_KEY_FILE: ${why}. Example: MASTER_KEY_FILE=${SETTINGS.masterKeyFile.example}`,
    );
  }
}
