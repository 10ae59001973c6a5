import { readdirSync } from "node:fs";
import { join } from "node:path";

/** A database of a data directory. */
export interface DatabaseFile {
  /** Its name in findings: `live`, `sandbox`, `log`, or `sandbox.acme` for a partner's sandbox file. */
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
    ...sandboxPartners(dataDir).map((partner) => ({
      name: `sandbox.${partner}`,
      path: sandboxPath(dataDir, partner),
      mode: "sandbox" as const,
    })),
  ];
}

/** A sandbox file holds the state of one partner under this id, whatever the partner's id in other files. */
export const SANDBOX_PARTNER_ID = 1;

/** The path of a partner's sandbox file, existing or not. */
export function sandboxPath(dataDir: string, partner: string): string {
  return join(sandboxDirectory(dataDir), `${partner}.db`);
}

export function sandboxDirectory(dataDir: string): string {
  return join(dataDir, "sandbox");
}

/** Names of the partners with a sandbox file. */
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
