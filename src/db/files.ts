import { readdirSync } from "node:fs";
import { join } from "node:path";

/** A database of a data directory. */
export interface DatabaseFile {
  /** What findings call it: `live`, `sandbox`, `log`, or `sandbox.acme` for a partner's sandbox file. */
  name: string;
  path: string;
  /** What it is for: the keys of a mode, or the signed log. */
  mode: "live" | "sandbox" | "log";
}

/** The databases of every data directory without sandbox files: the content of a backup. */
export const MAIN_FILES = [
  { file: "live.db", mode: "live" },
  { file: "sandbox.db", mode: "sandbox" },
  { file: "log.db", mode: "log" },
] as const;

/**
 * Every database of a data directory, live.db first: live.db, sandbox.db and log.db, whether they are there or not, and
 * the sandbox files that are.
 */
export function databaseFiles(dataDir: string): DatabaseFile[] {
  return [
    ...MAIN_FILES.map(({ file, mode }) => ({ name: mode, path: join(dataDir, file), mode })),
    ...sandboxPartners(dataDir).map((partner) => ({
      name: `sandbox.${partner}`,
      path: sandboxPath(dataDir, partner),
      mode: "sandbox" as const,
    })),
  ];
}

/** A sandbox file holds the state of one partner, under this id whatever the partner's number elsewhere is. */
export const SANDBOX_PARTNER_ID = 1;

/** Where a partner's sandbox state is, or will be. */
export function sandboxPath(dataDir: string, partner: string): string {
  return join(sandboxDirectory(dataDir), `${partner}.db`);
}

export function sandboxDirectory(dataDir: string): string {
  return join(dataDir, "sandbox");
}

/** The partners who have a sandbox file, by name. */
export function sandboxPartners(dataDir: string): string[] {
  let names: string[];
  try {
    names = readdirSync(sandboxDirectory(dataDir));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  return names
    .filter((name) => /^[a-z0-9][a-z0-9-]{0,39}\.db$/.test(name))
    .map((name) => name.slice(0, -".db".length))
    .sort();
}
