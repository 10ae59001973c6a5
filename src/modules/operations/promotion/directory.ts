import { existsSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { LOCK_FILES } from "../../../db/directory-lock.ts";
import { OF_FILE_SYSTEM } from "../../../kit/process/ownership.ts";
import { KEY_FILES } from "../../platform/key-files/index.ts";
import { BackupError } from "../backups/index.ts";
import type { Program } from "../replication/index.ts";

/** Folder of a standby's copies. */
export const STANDBY_FOLDER = "standby";

/**
 * Requires a directory that a standby or a promotion may use: it may hold only key files and a standby's copies.
 * @throws BackupError if it holds anything else
 */
export function requireVacant(dataDir: string): void {
  const other = occupantOf(dataDir);
  if (other !== undefined)
    throw new BackupError(
      `${dataDir} is not empty (${other}): name a new directory, or one that holds only master.key and log.key.`,
    );
}

export function isVacant(dataDir: string): boolean {
  return occupantOf(dataDir) === undefined;
}

/** A file of the directory other than keys, locks and a standby's copies. */
function occupantOf(dataDir: string): string | undefined {
  if (!existsSync(dataDir)) return undefined;
  const allowed = new Set([...LOCK_FILES, STANDBY_FOLDER, ...KEY_FILES, OF_FILE_SYSTEM]);
  return readdirSync(dataDir).find((name) => !allowed.has(name));
}

/** Leaves a standby's unpacked Litestream where the server looks for it, which would otherwise unpack it again. */
export function keepProgram(dataDir: string, { directory }: Pick<Program, "directory">): void {
  const own = join(dataDir, "litestream");
  if (existsSync(directory) && !existsSync(own)) renameSync(directory, own);
}

/** Whether a directory holds a standby's copies and no databases. */
export function isStandby(dataDir: string): boolean {
  return existsSync(join(dataDir, STANDBY_FOLDER)) && !existsSync(join(dataDir, "live.db"));
}

/** @throws BackupError if the directory is a standby's, in which a server would create an empty installation */
export function requireNoStandby(dataDir: string): void {
  if (!isStandby(dataDir)) return;
  throw new BackupError(
    `${dataDir} belongs to a standby: salute standby follows the leader there, and salute promote makes it the leader.`,
  );
}
