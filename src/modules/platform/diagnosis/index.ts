import type { Sql } from "../../../db/sql.ts";
import { isOpenToOthers, readPermissions } from "../../../kit/process/files.ts";

export type Level = "ok" | "warn" | "bad";

/** The state of one part of the installation, with the fix if one is needed. */
export interface Diagnosis {
  level: Level;
  message: string;
  /** Null if nothing needs to be done. */
  fix: string | null;
  /** Whether an installation like this is not ready for production, even where the level is right as it is. */
  blocksProduction?: boolean;
}

/** One finding of `salute doctor`, reported in ascending `order`. */
export interface Finding<Facts> {
  name: string;
  order: number;
  /** Secret settings that it examines: left out if the directory's server has one that this command lacks. */
  secrets?: readonly string[];
  /** Null if there is nothing to report yet. */
  look: (facts: Facts) => Diagnosis | null;
}

/** Facts that every finding may read. Findings only read: they start, create and change nothing. */
export interface Inspection {
  /** Unix milliseconds. */
  now: number;
  config: { isProduction: boolean };
  /** Whether the first start has created the databases. */
  isInstalled: boolean;
  /** Reads a database of the data directory; null if the file is missing or its schema is not this executable's. */
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
  return config.isProduction ? bad(message, fix) : notForProduction(warn(message, fix));
}

export function notForProduction(diagnosis: Diagnosis): Diagnosis {
  return { ...diagnosis, blocksProduction: true };
}

/** A finding if other users can open the file or directory; null if they cannot, or if it is missing. */
export function openToOthers(
  facts: Pick<Inspection, "config">,
  path: string,
  right: "600" | "700",
): Diagnosis | null {
  const permissions = readPermissions(path);
  if (permissions === null || !isOpenToOthers(permissions)) return null;
  return badInProduction(
    facts,
    `${path} is open to other users (mode ${permissions.toString(8).padStart(4, "0")}).`,
    `chmod ${right} ${path}`,
  );
}
