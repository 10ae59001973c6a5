import type { Sql } from "../../../db/sql.ts";
import { isOpenToOthers, permissionsOf } from "../../../kit/files.ts";

export type Level = "ok" | "warn" | "bad";

/** The state of one part of the installation, and the fix where one is needed. */
export interface Diagnosis {
  level: Level;
  message: string;
  /** Null where nothing needs to be done. */
  fix: string | null;
}

/** One finding of `salute doctor`; its place in the report is `order`, ascending. */
export interface Finding<Facts> {
  name: string;
  order: number;
  /** Null where there is nothing to say yet. */
  look: (facts: Facts) => Diagnosis | null;
}

/** What every finding may read. Findings only read: they start, create and change nothing. */
export interface Inspection {
  /** Unix milliseconds. */
  now: number;
  config: { isProduction: boolean };
  /** Whether the first start has created the databases. */
  isInstalled: boolean;
  /**
   * Reads a database of the data directory; null where the file is missing, or its schema is not that of this
   * executable.
   */
  read: <Value>(file: "live.db" | "sandbox.db" | "log.db", work: (sql: Sql) => Value) => Value | null;
}

export function ok(message: string): Diagnosis {
  return { level: "ok", message, fix: null };
}

export function warn(message: string, fix: string): Diagnosis {
  return { level: "warn", message, fix };
}

export function bad(message: string, fix: string): Diagnosis {
  return { level: "bad", message, fix };
}

/** Bad in production, a warning in development. */
export function badInProduction(
  { config }: Pick<Inspection, "config">,
  message: string,
  fix: string,
): Diagnosis {
  return config.isProduction ? bad(message, fix) : warn(message, fix);
}

/** The finding of a file or directory that other users can open; null where none can, or it is missing. */
export function openToOthers(
  facts: Pick<Inspection, "config">,
  path: string,
  right: "600" | "700",
): Diagnosis | null {
  const permissions = permissionsOf(path);
  if (permissions === null || !isOpenToOthers(permissions)) return null;
  return badInProduction(
    facts,
    `${path} is open to other users (mode ${permissions.toString(8).padStart(4, "0")}).`,
    `chmod ${right} ${path}`,
  );
}
