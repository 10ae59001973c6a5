import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DirectoryInUse, type DirectoryLock, lockDirectory } from "../../db/directory-lock.ts";
import { replacePrivateFile, writeFaultWords } from "../../kit/process/files.ts";
import { accountName } from "../../kit/process/ownership.ts";
import { CommandFailed } from "../command.ts";

/** @throws CommandFailed if the directory cannot be created, or while another server runs on it */
export function lockOwn(dataDir: string): DirectoryLock {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CommandFailed(
      `The data directory ${dataDir} cannot be created: ${writeFaultWords(error)}. Create it for the account ${accountName()}, or name another one with --data or DATA_DIR.`,
    );
  }
  try {
    return lockDirectory(dataDir);
  } catch (error) {
    if (error instanceof DirectoryInUse) throw new CommandFailed(error.message);
    throw error;
  }
}

/** @throws CommandFailed naming the setting, the directory and the fix */
export function writePidFile(path: string): void {
  try {
    replacePrivateFile(path, `${process.pid}\n`);
  } catch (error) {
    throw new CommandFailed(
      `PID_FILE ${path} cannot be written in ${dirname(path)}: ${writeFaultWords(error)}. Create the directory for the account ${accountName()}, or change or unset PID_FILE.`,
    );
  }
}
