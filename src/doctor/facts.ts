import { existsSync, statfsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { backupDirectory, litestream } from "../compose/backup-places.ts";
import type { Config } from "../compose/config.ts";
import { logKeyPath, logSettings, masterKeyPath, presentKeyFiles } from "../compose/key-paths.ts";
import { sqliteVersion } from "../db/database.ts";
import { databaseFiles } from "../db/files.ts";
import { missingMigrations, SchemaMismatch } from "../db/migrate.ts";
import { readDatabase } from "../db/reader.ts";
import { isSqliteError, type Sql } from "../db/sql.ts";
import { permissionsOf, sizeOf } from "../kit/files.ts";
import { listKeyRows } from "../modules/access/keys/index.ts";
import { listOperators, type OperatorAccess } from "../modules/access/operators/index.ts";
import { countFailedAlerts } from "../modules/operations/alerts/index.ts";
import { listManifests, type Manifest } from "../modules/operations/backups/index.ts";
import {
  findBuiltIn,
  findOnPath,
  type Origin,
  originOf,
  type Replication,
  readReplication,
  versionIn,
} from "../modules/operations/replication/index.ts";
import { exportState, KeyFileError, keyIdsOf } from "../modules/platform/key-files/index.ts";
import { Keyring, MasterKeyError, requireRightKey } from "../modules/platform/master-key/index.ts";
import {
  FIRST_START_SETTING,
  firstStartAt,
  type Restored,
  readRestored,
  readSafeMode,
  readSetting,
  type SafeMode,
} from "../modules/platform/state/index.ts";
import { type LogStanding, signerOf, standingOf } from "../modules/transparency/signed-log/index.ts";

/** What doctor goes by: everything that it reads, read once, and nothing started, made or changed by it. */
export interface Facts {
  /** Unix milliseconds. */
  now: number;
  config: Config;
  sqlite: string;
  litestream: LitestreamFacts;
  directory: FileFacts;
  /** Bytes that may still be written where the data directory is, or will be. */
  freeBytes: number;
  /** Null until the first start has made the databases. */
  installed: InstalledFacts | null;
}

/** Which Litestream would be run. */
export interface LitestreamFacts {
  origin: Origin;
  /** Of the one built in its version, else the path; null where there is none. */
  found: string | null;
  /** Null where it does not tell. */
  version: string | null;
}

export interface FileFacts {
  path: string;
  /** Permission bits; null where the file is missing. */
  permissions: number | null;
}

export interface InstalledFacts {
  /** What makes a file unusable for this executable, in words; null in order. */
  schemaFault: string | null;
  /** Migrations that the next start applies, each with its file. */
  pending: readonly string[];
  /** Bytes of the largest write-ahead log. */
  walBytes: number;
  masterKey: FileFacts & { fault: string | null };
  logKey: FileFacts;
  /** Null where none is kept here. */
  newestBackup: Manifest | null;
  /** Null where no server with replication ran here. */
  replication: Replication | null;
  /** Null where log.db is missing, or no server has opened it. */
  log: LogStanding | null;
  /** Null where live.db cannot be read. */
  state: StateFacts | null;
}

/** What live.db, or sandbox.db of its keys, says. */
export interface StateFacts {
  safeMode: SafeMode | null;
  /** Null unless it waits for `resume` after a restore. */
  restored: Restored | null;
  firstStartDone: boolean;
  /** Unix milliseconds; null before the first start is over. */
  firstStartAt: number | null;
  operators: readonly OperatorAccess[];
  /** Active keys whose own rate limit is switched off. */
  unlimitedKeys: readonly string[];
  /** Null where a key file is missing or malformed. */
  keyCopies: "exported" | "changed" | "never" | null;
  /** Alerts that were given up lately. */
  failedAlerts: number;
}

export function factsOf(config: Config, now: number): Facts {
  const { dataDir } = config;
  return {
    now,
    config,
    sqlite: sqliteVersion(),
    litestream: litestreamFacts(config),
    directory: fileFacts(dataDir),
    freeBytes: freeBytes(dataDir),
    installed: sizeOf(join(dataDir, "live.db")) === null ? null : installedFacts(config, now),
  };
}

function installedFacts(config: Config, now: number): InstalledFacts {
  const paths = databaseFiles(config.dataDir)
    .map(({ path }) => path)
    .filter((path) => existsSync(path));
  const schemas = paths.map(schemaOf);
  const schemaFault = schemas.find((each) => each.fault !== null)?.fault ?? null;
  const pending = schemas.flatMap((each) => each.pending);
  // What follows knows the tables as this executable makes them.
  const isReadable = schemaFault === null && pending.length === 0;
  const [live, ...others] = paths.filter((path) => basename(path) !== "log.db");
  const log = paths.find((path) => basename(path) === "log.db");
  return {
    schemaFault,
    pending,
    walBytes: Math.max(0, ...paths.map((path) => sizeOf(`${path}-wal`) ?? 0)),
    masterKey: {
      ...fileFacts(masterKeyPath(config)),
      fault: masterKeyFault(config, isReadable ? live : undefined),
    },
    logKey: fileFacts(logKeyPath(config)),
    newestBackup: listManifests(backupDirectory(config))[0] ?? null,
    replication: readReplication(config.dataDir),
    log: isReadable && live !== undefined && log !== undefined ? logStanding(config, live, log) : null,
    state: isReadable && live !== undefined ? stateFacts(config, live, others, now) : null,
  };
}

function logStanding(config: Config, live: string, log: string): LogStanding | null {
  return readDatabase(live, (facts) =>
    readDatabase(log, (sql) => standingOf(signerOf(logSettings(config, facts)), sql)),
  );
}

function schemaOf(path: string): { fault: string | null; pending: string[] } {
  try {
    const missing = readDatabase(path, (sql) => missingMigrations(sql, path));
    return { fault: null, pending: missing.map((name) => `${name} (${basename(path)})`) };
  } catch (error) {
    if (error instanceof SchemaMismatch) return { fault: error.message, pending: [] };
    if (isSqliteError(error, "SQLITE_"))
      return { fault: `${path}: ${(error as Error).message}`, pending: [] };
    throw error;
  }
}

function stateFacts(config: Config, live: string, others: readonly string[], now: number): StateFacts {
  const unlimited = (sql: Sql) =>
    listKeyRows(sql)
      .filter((key) => key.rate_limit_per_minute === 0 && key.status === "active")
      .map((key) => key.key_id);
  const elsewhere = others.flatMap((path) => readDatabase(path, unlimited));
  return readDatabase(live, (sql) => ({
    safeMode: readSafeMode(sql),
    restored: readRestored(sql),
    firstStartDone: readSetting(sql, FIRST_START_SETTING) !== null,
    firstStartAt: firstStartAt(sql),
    operators: listOperators(sql),
    unlimitedKeys: [...unlimited(sql), ...elsewhere],
    keyCopies: keyCopies(sql, config),
    failedAlerts: countFailedAlerts(sql, now),
  }));
}

function keyCopies(sql: Sql, config: Config): StateFacts["keyCopies"] {
  try {
    return exportState(sql, keyIdsOf(presentKeyFiles(config)));
  } catch (error) {
    if (error instanceof KeyFileError || error instanceof MasterKeyError) return null;
    throw error;
  }
}

/**
 * Why the server would refuse the master key, in words; null where it would not, or there is nothing to hold it
 * against.
 */
function masterKeyFault(config: Config, live: string | undefined): string | null {
  try {
    const keyring =
      config.masterKey === null
        ? Keyring.fromFile(masterKeyPath(config))
        : Keyring.fromText(config.masterKey);
    if (live !== undefined) readDatabase(live, (sql) => requireRightKey(sql, keyring));
    return null;
  } catch (error) {
    if (error instanceof MasterKeyError) return error.message;
    throw error;
  }
}

function litestreamFacts(config: Config): LitestreamFacts {
  const program = litestream(config);
  const origin = originOf(program);
  if (origin === "built in") {
    const version = findBuiltIn()?.version ?? null;
    return { origin, found: version, version };
  }
  const found = findOnPath(program);
  return { origin, found, version: found === null ? null : versionOf(found, program.environment) };
}

/** What the program says of itself; null where it says nothing within two seconds. */
function versionOf(path: string, environment: Record<string, string | undefined>): string | null {
  try {
    const { stdout } = Bun.spawnSync([path, "version"], {
      env: environment,
      timeout: 2_000,
      stderr: "ignore",
    });
    return versionIn(stdout.toString());
  } catch {
    return null;
  }
}

function fileFacts(path: string): FileFacts {
  return { path, permissions: permissionsOf(path) };
}

/** Of the directory, or of the nearest one above that is there. */
function freeBytes(path: string): number {
  let nearest = resolve(path);
  while (!existsSync(nearest)) nearest = dirname(nearest);
  const { bavail, bsize } = statfsSync(nearest);
  return bavail * bsize;
}
