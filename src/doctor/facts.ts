import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { backupDirectory, litestream } from "../compose/backup-places.ts";
import { type Config, ConfigError } from "../compose/config.ts";
import { logKeyPath, logSettings, masterKeyPath, presentKeyFiles } from "../compose/key-paths.ts";
import { readsDemoChain } from "../compose/open/chain.ts";
import { statusPolicy } from "../compose/policies/status-policy.ts";
import { SETTINGS } from "../compose/settings/index.ts";
import { CannotOpen, sqliteVersion } from "../db/connection.ts";
import { listLosses } from "../db/damage/loss.ts";
import { databaseFiles, lostDatabase, sandboxDirectory } from "../db/files.ts";
import { missingMigrations, SchemaMismatch } from "../db/migrations/migrate.ts";
import { createFileReader, readDatabase } from "../db/reader.ts";
import { isSqliteError } from "../db/sql.ts";
import { findDevice, nearestExisting, readDiskSpace } from "../kit/process/disk.ts";
import { readFileSize } from "../kit/process/files.ts";
import { foreignFiles } from "../kit/process/ownership.ts";
import { describeLoss, readLoss } from "../modules/platform/state/index.ts";
import type { DoctorFacts, OwnershipFacts, SchemaFacts } from "./inspection.ts";

/** State of the stores; the lease is null if no replica is configured. The ownership is read unless it is given. */
export type OutsideFacts = Pick<DoctorFacts, "lease" | "stores"> & Partial<Pick<DoctorFacts, "ownership">>;

/**
 * Reads only files, and changes none.
 * @param outside as last read
 */
export function gatherFacts(
  config: Config,
  now: number,
  { ownership: known, ...outside }: OutsideFacts,
): DoctorFacts {
  const { dataDir } = config;
  const directoryFault = directoryFaultOf(dataDir);
  const paths =
    directoryFault === null
      ? databaseFiles(dataDir)
          .map(({ path }) => path)
          .filter((path) => existsSync(path))
      : [];
  const isInstalled = paths.length > 0;
  const loss = isInstalled ? orItsFault(() => lostDatabase(dataDir)) : null;
  const schema = loss === null ? schemaFacts(paths) : { fault: loss, pending: [] };
  // Findings use the tables as this executable creates them.
  const isReadable = directoryFault === null && schema.fault === null && schema.pending.length === 0;
  const read = createFileReader();
  return {
    now,
    config,
    sqlite: sqliteVersion(),
    freeBytes: readDiskSpace(nearestExisting(dataDir)).freeBytes,
    findDevice,
    isInstalled,
    directoryFault,
    ownership: directoryFault === null ? (known ?? inspectOwnership(dataDir)) : { owner: "", foreign: [] },
    schema,
    walBytes: Math.max(0, ...paths.map((path) => readFileSize(`${path}-wal`) ?? 0)),
    losses: isReadable ? lossesOf(dataDir) : [],
    read: (file, work) => {
      const path = join(dataDir, file);
      return isReadable && paths.includes(path) ? read(path, work) : null;
    },
    masterKeyPath: masterKeyPath(config),
    presentKeyFiles: () => presentKeyFiles(config),
    logKeyPath: logKeyPath(config),
    logSettings: (live) => logSettings(config, live),
    backupDirectory: backupDirectory(config),
    litestream: litestream(config),
    ...outside,
    readsDemoChain: readsDemoChain(config),
    statusPolicy: () => policyOf(config),
    rateLimits: rateLimits(config),
  };
}

function directoryFaultOf(dataDir: string): string | null {
  try {
    for (const path of [dataDir, sandboxDirectory(dataDir)]) readdirSync(path);
    return null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    return (error as Error).message;
  }
}

/** The value of `read`, or the message of the file system if it fails. */
function orItsFault(read: () => string | null): string | null {
  try {
    return read();
  } catch (error) {
    return (error as Error).message;
  }
}

/** Looks at every file below the data directory. */
export function inspectOwnership(dataDir: string): OwnershipFacts {
  const { uid, gid } = statSync(dataDir, { throwIfNoEntry: false }) ?? { uid: 0, gid: 0 };
  try {
    return { owner: `${uid}:${gid}`, foreign: foreignFiles(dataDir) };
  } catch (error) {
    // A folder that another account keeps to itself.
    const path = (error as NodeJS.ErrnoException).path ?? dataDir;
    return { owner: `${uid}:${gid}`, foreign: [{ path, uid: -1, gid: -1 }] };
  }
}

function schemaFacts(paths: readonly string[]): SchemaFacts {
  const schemas = paths.map(schemaOf);
  return {
    fault: schemas.find((each) => each.fault !== null)?.fault ?? null,
    pending: schemas.flatMap((each) => each.pending),
  };
}

function schemaOf(path: string): SchemaFacts {
  try {
    const missing = readDatabase(path, (sql) => missingMigrations(sql, path));
    return { fault: null, pending: missing.map((name) => `${name} (${basename(path)})`) };
  } catch (error) {
    if (error instanceof SchemaMismatch || error instanceof CannotOpen)
      return { fault: error.message, pending: [] };
    if (isSqliteError(error, "SQLITE_"))
      return { fault: `${path}: ${(error as Error).message}`, pending: [] };
    if (error instanceof Error && "syscall" in error) return { fault: error.message, pending: [] };
    throw error;
  }
}

function lossesOf(dataDir: string): string[] {
  const live = join(dataDir, "live.db");
  const noted = existsSync(live) ? readDatabase(live, readLoss) : null;
  return [
    ...(noted === null ? [] : [describeLoss(noted)]),
    ...listLosses(dataDir).map(({ name, fault }) => `${name}: ${fault}`),
  ];
}

function policyOf(config: Config): ReturnType<DoctorFacts["statusPolicy"]> {
  try {
    return statusPolicy(config);
  } catch (error) {
    if (error instanceof ConfigError) return { fault: error.message };
    throw error;
  }
}

function rateLimits(config: Config): DoctorFacts["rateLimits"] {
  return Object.entries(SETTINGS).flatMap(([name, { variable }]) => {
    const limit = name.endsWith("Limit") ? config[name as keyof Config] : null;
    return typeof limit === "number" ? [{ variable, limit }] : [];
  });
}
