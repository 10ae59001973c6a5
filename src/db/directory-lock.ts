import { Database } from "bun:sqlite";
import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { isSqliteError } from "./sql.ts";

/** An empty file that every server leaves behind. */
const LOCK_FILE = "serve.lock";
/** With what a killed one may leave beside it. */
export const LOCK_FILES: readonly string[] = [LOCK_FILE, `${LOCK_FILE}-journal`];

/** Another server uses the data directory. */
export class DirectoryInUse extends Error {}

/** A server's lock on its data directory; the operating system releases it when the process ends. */
export interface DirectoryLock {
  release(): void;
}

/** @throws DirectoryInUse while another process holds it */
export function lockDirectory(dataDir: string): DirectoryLock {
  const path = join(dataDir, LOCK_FILE);
  const held = hold(path);
  if (held === "busy") {
    throw new DirectoryInUse(
      `Another server runs on ${dataDir}: stop that one first, or choose another directory with --data.`,
    );
  }
  // A directory that takes no files is reported when its databases are opened.
  if (held === "unwritable") return { release: () => undefined };
  return { release: () => held.close() };
}

/** Whether a server of another process runs on the directory. */
export function hasServer(dataDir: string): boolean {
  const path = join(dataDir, LOCK_FILE);
  if (!existsSync(path)) return false;
  const held = hold(path);
  if (held === "busy") return true;
  if (held !== "unwritable") held.close();
  return false;
}

/** The operating system's refusals to create a file. */
const UNWRITABLE = new Set(["EROFS", "EACCES", "EPERM", "ENOSPC"]);

/** Uses SQLite's own lock on an empty file: portable, and released with the process. */
function hold(path: string): Database | "busy" | "unwritable" {
  let file: Database | null = null;
  try {
    // SQLite's journal gets the mode of its database file.
    closeSync(openSync(path, "a", 0o600));
    file = new Database(path);
    file.run("PRAGMA busy_timeout = 0");
    file.run("PRAGMA journal_mode = OFF");
    file.run("BEGIN EXCLUSIVE");
    return file;
  } catch (error) {
    file?.close();
    if (isSqliteError(error, "SQLITE_BUSY")) return "busy";
    if (isSqliteError(error, "SQLITE_") || UNWRITABLE.has((error as NodeJS.ErrnoException).code ?? ""))
      return "unwritable";
    throw error;
  }
}
