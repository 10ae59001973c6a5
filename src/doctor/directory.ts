import { existsSync } from "node:fs";
import { isSqliteSound, MIN_SQLITE_VERSION } from "../db/connection.ts";
import {
  bad,
  type Diagnosis,
  type Finding,
  ok,
  openToOthers,
  warn,
} from "../modules/platform/diagnosis/index.ts";
import type { DoctorFacts } from "./inspection.ts";

/** Findings of the data directory and its databases. */
export const DIRECTORY_FINDINGS: readonly Finding<DoctorFacts>[] = [
  { name: "data_directory", order: 50, look: dataDirectory },
  { name: "owners", order: 55, look: owners },
  { name: "disk_space", order: 60, look: diskSpace },
  { name: "sqlite", order: 70, look: sqlite },
  { name: "schema", order: 80, look: schema },
  { name: "wal", order: 90, look: wal },
];

const MIB = 2 ** 20;
const FREE_BYTES_WARN = 1024 * MIB;
const FREE_BYTES_BAD = 100 * MIB;
const WAL_BYTES_WARN = 256 * MIB;

function dataDirectory(facts: DoctorFacts): Diagnosis {
  const path = facts.config.dataDir;
  if (facts.directoryFault !== null)
    return bad(
      `${path} cannot be read by this account, and nothing in it is examined: ${facts.directoryFault}.`,
      "Run doctor as root, or as the account that owns the directory.",
    );
  if (!facts.isInstalled)
    return ok(
      `${path} ${existsSync(path) ? "holds no databases" : "is missing"}: the first start creates it`,
    );
  return openToOthers(facts, path, "700") ?? ok(path);
}

const NAMED = 3;

/** A server cannot write what another account owns, such as root after a command of an older release. */
function owners({ isInstalled, ownership: { owner, foreign }, config }: DoctorFacts): Diagnosis | null {
  if (!isInstalled) return null;
  if (foreign.length === 0) return ok(`everything belongs to ${owner}, as the directory does`);
  const named = foreign.slice(0, NAMED).map(({ path }) => path);
  const more = foreign.length > NAMED ? ` and ${foreign.length - NAMED} more` : "";
  return bad(
    `${named.join(", ")}${more} do not belong to ${owner}, the owner of the directory: its server may be unable to use them.`,
    `chown -R ${owner} ${config.dataDir}`,
  );
}

function diskSpace({ freeBytes, config }: DoctorFacts): Diagnosis {
  const message = `${Math.floor(freeBytes / MIB)} MiB free`;
  if (freeBytes >= FREE_BYTES_WARN) return ok(message);
  const fix = `Free space on the disk of ${config.dataDir}, or give it a larger disk.`;
  return freeBytes < FREE_BYTES_BAD
    ? bad(`${message}: writes are about to fail.`, fix)
    : warn(`${message}.`, fix);
}

function sqlite({ sqlite: version }: DoctorFacts): Diagnosis {
  if (isSqliteSound(version)) return ok(version);
  return bad(
    `SQLite ${version} can corrupt a WAL file with two writers.`,
    `Run a build with SQLite ${MIN_SQLITE_VERSION} or later.`,
  );
}

function schema({ isInstalled, schema: { fault, pending } }: DoctorFacts): Diagnosis | null {
  if (!isInstalled) return null;
  if (fault !== null)
    return bad(fault, "Run the executable that created the files, or restore a backup made by this one.");
  if (pending.length === 0) return ok("up to date");
  return warn(`still to be applied: ${pending.join(", ")}`, "salute migrate (every start does it too)");
}

function wal({ isInstalled, walBytes, losses }: DoctorFacts): Diagnosis | null {
  if (!isInstalled) return null;
  if (losses.length > 0)
    return bad(
      `${losses.join(". ")}.`,
      "Restore a newer backup, or the replica, into a new directory; or go on without the lost changes: salute resume --accept-loss",
    );
  const message = `${Math.floor(walBytes / MIB)} MiB`;
  if (walBytes < WAL_BYTES_WARN) return ok(message);
  return warn(
    `${message}: a long read holds an old snapshot, and keeps the log from being checkpointed.`,
    "End other programs that have the databases open; a restart of the server checkpoints the log.",
  );
}
