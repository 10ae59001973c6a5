import { closeSync, existsSync, openSync, readdirSync, readSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** A database of a data directory. */
export interface DatabaseFile {
  /** Its name in findings: `live`, `sandbox`, `log`, or `sandbox.acme` and `sandbox.acme.ci-1` for sandbox files. */
  name: string;
  path: string;
  /** Its purpose: the keys of a mode, or the signed log. */
  mode: "live" | "sandbox" | "log";
}

/** The databases of every data directory without sandbox files: the content of a backup. */
export const MAIN_FILES = [
  { file: "live.db", mode: "live" },
  { file: "sandbox.db", mode: "sandbox" },
  { file: "log.db", mode: "log" },
] as const;

/**
 * Every database of a data directory, live.db first: live.db, sandbox.db and log.db, existing or not, and the
 * existing sandbox files.
 */
export function databaseFiles(dataDir: string): DatabaseFile[] {
  return [
    ...MAIN_FILES.map(({ file, mode }) => ({ name: mode, path: join(dataDir, file), mode })),
    ...sandboxIds(dataDir).map((id) => ({
      name: `sandbox.${id}`,
      path: sandboxPath(dataDir, id),
      mode: "sandbox" as const,
    })),
  ];
}

/** A sandbox file holds the state of one partner under this id, whatever the partner's id in other files. */
export const SANDBOX_PARTNER_ID = 1;

/** The path of a sandbox's file, existing or not. */
export function sandboxPath(dataDir: string, id: string): string {
  return join(sandboxDirectory(dataDir), `${id}.db`);
}

/** Deletes a database and the files beside it. No connection may have it open. */
export function removeDatabase(path: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true });
}

export function sandboxDirectory(dataDir: string): string {
  return join(dataDir, "sandbox");
}

/** Ids of the sandboxes with a file: `acme` for a partner's own, `acme.ci-1` for a named one. */
export function sandboxIds(dataDir: string): string[] {
  let names: string[];
  try {
    names = readdirSync(sandboxDirectory(dataDir));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  return names
    .filter((name) => /^[a-z0-9][a-z0-9-]{0,39}(\.[a-z0-9-]{1,40})?\.db$/.test(name))
    .map((name) => name.slice(0, -".db".length))
    .sort();
}

/** How often connections of this process have a file open. */
const connected = new Map<string, number>();

/**
 * Notes that a connection of this process has the file open. No such file may be opened and closed by anything but
 * SQLite: closing any handle of a file drops all locks that the process has on it (fcntl(2)), and another process
 * would take the file for unused and delete its WAL.
 * @returns to be called when the connection is closed
 */
export function noteConnected(path: string): () => void {
  connected.set(path, (connected.get(path) ?? 0) + 1);
  return () => {
    const left = (connected.get(path) ?? 0) - 1;
    if (left > 0) connected.set(path, left);
    else connected.delete(path);
  };
}

/** Where the first page's b-tree header has its kind and the number of its cells: the schema's entries. */
const KIND = 100;
const CELLS = 103;
const INTERIOR_PAGE = 5;

/**
 * Whether a database file exists and has a table. salute creates its files with their schema in one step, so an empty
 * file means data loss. A file that is not a database counts as present; opening it reports the error. If this process
 * has the file open, only its size is read.
 */
export function stateOfFile(path: string): "missing" | "empty" | "present" {
  if (connected.has(path)) {
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    return size === undefined ? "missing" : size === 0 ? "empty" : "present";
  }
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "missing";
    throw error;
  }
  try {
    const page = Buffer.alloc(CELLS + 2);
    const length = readSync(file, page, 0, page.length, 0);
    if (length < page.length) return length === 0 ? "empty" : "present";
    return page[KIND] === INTERIOR_PAGE || page.readUInt16BE(CELLS) > 0 ? "present" : "empty";
  } finally {
    closeSync(file);
  }
}

/** What is wrong with a lost file, in whose place a new one would pass for the installation's; null if it is there. */
export function describeLostFile(path: string): string | null {
  const state = stateOfFile(path);
  return state === "present"
    ? null
    : `${path} is ${state}, and a new one would pass for the installation's. Put it back, or restore a backup into a new directory: salute restore --help. A new installation needs an empty directory.`;
}

/**
 * The loss of live.db or sandbox.db; null if none is known, or nothing is there. A first start makes live.db,
 * sandbox.db and log.db in this order. What became of log.db the kept note tells.
 */
export function lostDatabase(dataDir: string): string | null {
  const [live = "", sandbox = "", log = ""] = MAIN_FILES.map(({ file }) => join(dataDir, file));
  const [isLive, isSandbox, isLog] = [live, sandbox, log].map((path) => existsSync(path));
  if (!isLive && !isSandbox && !isLog) return null;
  return describeLostFile(live) ?? (isSandbox || isLog ? describeLostFile(sandbox) : null);
}
