import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { LOCK_FILES } from "../../../db/directory-lock.ts";
import { KEY_FILES } from "../../platform/key-files/index.ts";
import { BackupError } from "../backups/index.ts";

/** Folder of a standby's copies. */
export const STANDBY_FOLDER = "standby";

/**
 * Requires a directory that a standby or a promotion may use: it may hold only key files and a standby's copies.
 * @throws BackupError if it holds anything else
 */
export function requireVacant(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  const allowed = new Set([...LOCK_FILES, STANDBY_FOLDER, ...KEY_FILES]);
  const other = readdirSync(dataDir).find((name) => !allowed.has(name));
  if (other !== undefined)
    throw new BackupError(
      `${dataDir} is not empty (${other}): name a new directory, or one that holds only master.key and log.key.`,
    );
}

/**
 * @throws BackupError if the directory holds a standby's copies and no databases, in which a server would create an
 * empty installation
 */
export function requireNoStandby(dataDir: string): void {
  if (!existsSync(join(dataDir, STANDBY_FOLDER)) || existsSync(join(dataDir, "live.db"))) return;
  throw new BackupError(
    `${dataDir} belongs to a standby: salute standby follows the leader there, and salute promote makes it the leader.`,
  );
}
