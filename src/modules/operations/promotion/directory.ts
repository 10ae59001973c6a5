import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { LOCK_FILE } from "../../../db/directory-lock.ts";
import { BackupError } from "../backups/index.ts";

/** Where a standby keeps its copies. */
export const STANDBY_FOLDER = "standby";

const KEYS = ["master.key", "log.key"];

/**
 * A directory for a machine that follows or takes over: key files, and what a standby left, are all that it may hold.
 * @throws BackupError where it holds anything else
 */
export function requireVacant(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  const allowed = new Set([LOCK_FILE, `${LOCK_FILE}-journal`, STANDBY_FOLDER, ...KEYS]);
  const other = readdirSync(dataDir).find((name) => !allowed.has(name));
  if (other !== undefined)
    throw new BackupError(
      `${dataDir} is not empty (${other}): name a new directory, or one that holds master.key and log.key and nothing else.`,
    );
}

/** @throws BackupError where a standby's copies are there and no databases: a server would begin an empty installation. */
export function requireNoStandby(dataDir: string): void {
  if (!existsSync(join(dataDir, STANDBY_FOLDER)) || existsSync(join(dataDir, "live.db"))) return;
  throw new BackupError(
    `${dataDir} is a standby's: salute standby follows the leader there, and salute promote makes it the leader.`,
  );
}
