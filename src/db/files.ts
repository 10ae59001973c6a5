import { readdirSync } from "node:fs";
import { join } from "node:path";

/** A database of a data directory. */
export interface DatabaseFile {
  /** What findings call it: `live`, `sandbox`, `log`, or `practice.acme` for a partner's practice file. */
  name: string;
  path: string;
  /** What it is for: the keys of a mode, or the signed log. */
  mode: "live" | "sandbox" | "log";
}

/** The databases of every data directory without practice files: the content of a backup. */
export const MAIN_FILES = [
  { file: "live.db", mode: "live" },
  { file: "sandbox.db", mode: "sandbox" },
  { file: "log.db", mode: "log" },
] as const;

/**
 * Every database of a data directory, live.db first: live.db, sandbox.db and log.db, whether they are there or not, and
 * the practice files that are.
 */
export function databaseFiles(dataDir: string): DatabaseFile[] {
  return [
    ...MAIN_FILES.map(({ file, mode }) => ({ name: mode, path: join(dataDir, file), mode })),
    ...practicePartners(dataDir).map((partner) => ({
      name: `practice.${partner}`,
      path: practicePath(dataDir, partner),
      mode: "sandbox" as const,
    })),
  ];
}

/** A practice file holds the state of one partner, under this id whatever the partner's number elsewhere is. */
export const PRACTICE_PARTNER_ID = 1;

/** Where a partner's practice state is, or will be. */
export function practicePath(dataDir: string, partner: string): string {
  return join(practiceDirectory(dataDir), `${partner}.db`);
}

export function practiceDirectory(dataDir: string): string {
  return join(dataDir, "sandbox");
}

/** The partners who have a practice file, by name. */
export function practicePartners(dataDir: string): string[] {
  let names: string[];
  try {
    names = readdirSync(practiceDirectory(dataDir));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  return names
    .filter((name) => /^[a-z0-9][a-z0-9-]{0,39}\.db$/.test(name))
    .map((name) => name.slice(0, -".db".length))
    .sort();
}
