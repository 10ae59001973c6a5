import { mkdirSync } from "node:fs";
import { DirectoryInUse, type DirectoryLock, lockDirectory } from "../../db/directory-lock.ts";
import { CommandFailed } from "../command.ts";

/** @throws CommandFailed while another server runs on the directory. */
export function lockOwn(dataDir: string): DirectoryLock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    return lockDirectory(dataDir);
  } catch (error) {
    if (error instanceof DirectoryInUse) throw new CommandFailed(error.message);
    throw error;
  }
}
