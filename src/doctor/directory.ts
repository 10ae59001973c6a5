import { isSqliteSound, MIN_SQLITE_VERSION } from "../db/database.ts";
import { isOpenToOthers } from "../kit/files.ts";
import { bad, badInProduction, type Diagnosis, ok, warn } from "./diagnosis.ts";
import type { Facts, FileFacts, InstalledFacts } from "./facts.ts";

const MIB = 2 ** 20;
const FREE_BYTES_WARN = 1024 * MIB;
const FREE_BYTES_BAD = 100 * MIB;
const WAL_BYTES_WARN = 256 * MIB;

export function dataDirectory(facts: Facts): Diagnosis {
  const { path, permissions } = facts.directory;
  if (facts.installed === null)
    return ok(
      `${path} ${permissions === null ? "is missing" : "holds no databases"}: the first start makes it`,
    );
  return openToOthers(facts, facts.directory, "700") ?? ok(path);
}

export function diskSpace({ freeBytes, directory }: Facts): Diagnosis {
  const message = `${Math.floor(freeBytes / MIB)} MiB free`;
  if (freeBytes >= FREE_BYTES_WARN) return ok(message);
  const fix = `Make room where ${directory.path} is, or give it a larger disk.`;
  return freeBytes < FREE_BYTES_BAD
    ? bad(`${message}: writes are about to fail.`, fix)
    : warn(`${message}.`, fix);
}

export function sqlite({ sqlite }: Facts): Diagnosis {
  if (isSqliteSound(sqlite)) return ok(sqlite);
  return bad(
    `SQLite ${sqlite} can corrupt a WAL file with two writers.`,
    `Run a build with SQLite ${MIN_SQLITE_VERSION} or later.`,
  );
}

export function schema({ schemaFault, pending }: InstalledFacts): Diagnosis {
  if (schemaFault !== null)
    return bad(schemaFault, "Run the executable that made the files, or restore a backup of this one's.");
  if (pending.length === 0) return ok("up to date");
  return warn(`still to be applied: ${pending.join(", ")}`, "salute migrate (every start does it too)");
}

export function wal({ walBytes }: InstalledFacts): Diagnosis {
  const message = `${Math.floor(walBytes / MIB)} MiB`;
  if (walBytes < WAL_BYTES_WARN) return ok(message);
  return warn(
    `${message}: something reads an old state for long, and keeps the log from being folded into its file.`,
    "End what has the databases open beside the server; a restart of the server folds it in.",
  );
}

export function masterKey(facts: Facts, { masterKey: key }: InstalledFacts): Diagnosis {
  if (key.fault !== null)
    return bad(key.fault, "salute keyfiles import --from DIR, with the copy that keyfiles export made");
  if (facts.config.masterKey !== null)
    return ok("from MASTER_KEY, and the right one; `master-key rotate` would need MASTER_KEY_FILE");
  return openToOthers(facts, key, "600") ?? ok(`${key.path}, and the right one`);
}

export function logKey(facts: Facts, { logKey: key }: InstalledFacts): Diagnosis {
  if (key.permissions === null)
    return warn(
      `${key.path} is missing: the log stays readable, and is no longer signed.`,
      "salute keyfiles import --from DIR",
    );
  return openToOthers(facts, key, "600") ?? ok(key.path);
}

/** Whether what is logged is signed, and why not. */
export function log(facts: Facts, { log: standing }: InstalledFacts): Diagnosis | null {
  if (standing === null) return null;
  const { origin, entries, published, hold } = standing;
  if (hold === null)
    return ok(`${origin ?? "not begun yet"}: ${published ?? 0} of ${entries} entries are signed`);
  // A sentence or more on what is so, and the last one on what to do.
  const at = hold.message.indexOf(". ") + 1;
  return badInProduction(facts, `not signed: ${hold.message.slice(0, at)}`, hold.message.slice(at + 1));
}

function openToOthers(
  facts: Facts,
  { path, permissions }: FileFacts,
  right: "600" | "700",
): Diagnosis | null {
  if (permissions === null || !isOpenToOthers(permissions)) return null;
  return badInProduction(
    facts,
    `${path} is open to other users (mode ${permissions.toString(8).padStart(4, "0")}).`,
    `chmod ${right} ${path}`,
  );
}
