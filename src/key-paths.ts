import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "./config.ts";
import { type KeyFile, KeyFileError, readLogSeed } from "./features/key-files/index.ts";

/** Where an installation keeps its key files. */

/** Where the master key is kept, unless MASTER_KEY holds it. */
export function masterKeyPath(config: Config): string {
  return config.masterKeyFile ?? join(config.dataDir, "master.key");
}

export function logKeyPath(config: Config): string {
  return join(config.dataDir, "log.key");
}

export function keyPath(name: KeyFile["name"], config: Config): string {
  return name === "master.key" ? masterKeyPath(config) : logKeyPath(config);
}

/** The seed of log.key, 32 bytes; null where the file is missing. @throws KeyFileError where it holds none. */
export function logSeed(config: Config): Uint8Array | null {
  const path = logKeyPath(config);
  return existsSync(path) ? readLogSeed(readFileSync(path, "utf8"), path) : null;
}

/** The key files that this installation reads. @throws KeyFileError where there are none. */
export function presentKeyFiles(config: Config): KeyFile[] {
  const names = config.masterKey === null ? (["master.key", "log.key"] as const) : (["log.key"] as const);
  const files = names
    .map((name) => ({ name, path: keyPath(name, config) }))
    .filter(({ path }) => existsSync(path))
    .map(({ name, path }) => ({ name, text: readFileSync(path, "utf8") }));
  if (files.length === 0) throw new KeyFileError("there is no key file here: the key comes from MASTER_KEY");
  return files;
}
