import { join } from "node:path";
import { type Config, ConfigError } from "../../compose/config.ts";
import {
  readServerSettings,
  type ServerSettings,
  writeServerSettings,
} from "../../compose/server-settings.ts";
import type { Services } from "../../compose/services.ts";
import { readDatabase } from "../../db/reader.ts";
import { describeError, type Logger } from "../../kit/process/log.ts";
import { readSetting, SERVED_MODE_SETTING, writeSetting } from "../../modules/platform/state/index.ts";

/** The mode of a server, in the words of SALUTE_ENV. */
export function toMode({ isProduction }: Pick<Config, "isProduction">): ServerSettings["mode"] {
  return isProduction ? "production" : "development";
}

/** @throws ConfigError if only a missing environment would make a production directory a development server's */
export function requireModeKept({ dataDir, environmentNamed }: Config): void {
  if (environmentNamed || readServerSettings(dataDir)?.mode !== "production") return;
  throw new ConfigError(
    `${dataDir} was served in production, and neither SALUTE_ENV nor NODE_ENV says what it is now: give the server's environment with --env-file FILE, or set SALUTE_ENV=production. Nothing was started. To make it a development server: SALUTE_ENV=development`,
  );
}

/** Records the mode in live.db, so that backups and the replica tell a restore. A full disk must not prevent a start. */
export async function recordMode({ config, live }: Services, log: Logger): Promise<void> {
  const mode = toMode(config);
  if (readSetting(live.read, SERVED_MODE_SETTING) === mode) return;
  try {
    await live.writer.run((tx) => writeSetting(tx, SERVED_MODE_SETTING, mode));
  } catch (error) {
    log.warn("the mode was not recorded for restores", { error: describeError(error) });
  }
}

/**
 * Whether a restored state was served in production; commands and the start on its directory then know it from
 * server.json. States of older releases do not tell.
 */
export function keepRestoredMode(dataDir: string): boolean {
  const mode = readDatabase(join(dataDir, "live.db"), (sql) => readSetting(sql, SERVED_MODE_SETTING));
  if (mode !== "production") return false;
  writeServerSettings(dataDir, { mode, settings: {} });
  return true;
}
