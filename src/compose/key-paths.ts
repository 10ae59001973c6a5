import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Sql } from "../db/sql.ts";
import { type KeyFile, KeyFileError, readLogKey } from "../modules/platform/key-files/index.ts";
import { LOG_UID_SETTING, readSetting } from "../modules/platform/state/index.ts";
import type { LogSettings } from "../modules/transparency/signed-log/index.ts";
import type { Config } from "./config.ts";

/** Path of the master key; unused if MASTER_KEY holds it. */
export function masterKeyPath(config: Config): string {
  return config.masterKeyFile ?? join(config.dataDir, "master.key");
}

export function logKeyPath(config: Config): string {
  return join(config.dataDir, "log.key");
}

/** Settings of the log's signer and its origin. `live` reads live.db. */
export function logSettings(config: Config, live: Sql): LogSettings {
  const { dataDir, publicBaseUrl, isProduction } = config;
  const rememberedUid = () => readSetting(live, LOG_UID_SETTING);
  return { dataDir, keyPath: logKeyPath(config), publicBaseUrl, isProduction, rememberedUid };
}

export function keyPath(name: KeyFile["name"], config: Config): string {
  return name === "master.key" ? masterKeyPath(config) : logKeyPath(config);
}

/** The seed of log.key, 32 bytes; null if the file is missing. @throws KeyFileError if it is malformed */
export function logSeed(config: Config): Uint8Array | null {
  const path = logKeyPath(config);
  return existsSync(path) ? readLogKey(path) : null;
}

/** The key files of this installation. @throws KeyFileError if there are none */
export function presentKeyFiles(config: Config): KeyFile[] {
  const names = config.masterKey === null ? (["master.key", "log.key"] as const) : (["log.key"] as const);
  const files = names
    .map((name) => ({ name, path: keyPath(name, config) }))
    .filter(({ path }) => existsSync(path))
    .map(({ name, path }) => ({ name, text: readFileSync(path, "utf8") }));
  if (files.length === 0) throw new KeyFileError("there is no key file here: the key comes from MASTER_KEY");
  return files;
}
