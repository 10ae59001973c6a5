import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { Database } from "../../db/database.ts";
import { describeLostFile, lostDatabase } from "../../db/files.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Logger } from "../../kit/process/log.ts";
import { BackupError, requireNoUnfinishedRestore } from "../../modules/operations/backups/index.ts";
import {
  createConfirmation,
  createExpiryCheck,
  type LeaseKeeper,
} from "../../modules/operations/lease/index.ts";
import { ensureLogKey } from "../../modules/platform/key-files/index.ts";
import {
  hasCheckValue,
  Keyring,
  MasterKeyError,
  requireRightKey,
  writeCheckValue,
} from "../../modules/platform/master-key/index.ts";
import {
  describeLoss,
  FIRST_START_SETTING,
  LOG_UID_SETTING,
  noteLoss,
  readLoss,
  readSetting,
  writeSetting,
} from "../../modules/platform/state/index.ts";
import { SandboxFiles } from "../../modules/sandbox/files/index.ts";
import { openSignedLog, type SignedLog } from "../../modules/transparency/signed-log/index.ts";
import { type Config, ConfigError } from "../config.ts";
import { logKeyPath, logSettings, masterKeyPath } from "../key-paths.ts";
import { liveSync, noteKeeper } from "../lease.ts";
import { createReplicator, isReplicated } from "../replica.ts";
import type { Services } from "../services.ts";
import { SETTINGS } from "../settings/index.ts";

/** A data directory's databases and keys, and their replication. */
type Files = Pick<
  Services,
  "live" | "sandbox" | "sandboxFiles" | "keyring" | "signedLog" | "lease" | "replicator"
>;

interface FileParts {
  clock: Clock;
  log: Logger;
  lease: LeaseKeeper | null;
}

/** Opens the files of the data directory, creating them on the first start. Closes them again if one cannot be opened. */
export async function openFiles(config: Config, parts: FileParts): Promise<Files> {
  const { dataDir } = config;
  const { clock, log, lease } = parts;
  requireNoUnfinishedRestore(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const [livePath, sandboxPath] = [join(dataDir, "live.db"), join(dataDir, "sandbox.db")];
  const isFirstStart = !existsSync(livePath) && !existsSync(sandboxPath);
  refuseLoss(lostDatabase(dataDir));
  if (isFirstStart) chmodSync(dataDir, 0o700);
  const keyring = openKeyring(config, isFirstStart);
  if (isFirstStart) ensureLogKey(logKeyPath(config));
  const opened: Database[] = [];
  const open = (path: string) => {
    const file = Database.open(path, clock, { isReplicated: isReplicated(config), dataDir });
    opened.push(file);
    return file;
  };
  const onStopped = () => {
    for (const file of opened) file.foldLargeWal();
  };
  const replicator = createReplicator(config, { lease, clock, log, onStopped });
  try {
    const live = open(livePath);
    requireRightKey(live.read, keyring);
    await recordLoss(live, live);
    if (lease !== null && replicator !== null)
      live.writer.confirmWith(
        config.leaseStrict ? createConfirmation(lease, liveSync(replicator)) : createExpiryCheck(lease),
      );
    if (readSetting(live.read, FIRST_START_SETTING) !== null) refuseLoss(describeLostFile(sandboxPath));
    const sandbox = open(sandboxPath);
    await recordLoss(live, sandbox);
    if (!hasCheckValue(live.read)) await live.writer.run((tx) => writeCheckValue(tx, keyring));
    const replicateNote = noteKeeper(lease, { replicator, live: live.read, log });
    const signedLog = await openLog(config, live, { clock, replicateNote });
    await recordLoss(live, signedLog.db);
    const loss = readLoss(live.read);
    if (loss !== null)
      log.error("changes are stopped until salute resume --accept-loss", { loss: describeLoss(loss) });
    const sandboxFiles = new SandboxFiles({ dataDir, clock, keyring, log });
    if (live.applied.length > 0) await sandboxFiles.migrate();
    return { live, sandbox, sandboxFiles, keyring, signedLog, lease, replicator };
  } catch (error) {
    await Promise.allSettled(opened.map((file) => file.close()));
    throw error;
  }
}

/** Stops changes if a file lost some, and then lets go of the remains: the evidence has them. */
async function recordLoss(live: Database, file: Database): Promise<void> {
  const { loss } = file.found;
  if (loss === null) return;
  await live.writer.run((tx) => noteLoss(tx, "start", { ...loss, file: basename(file.path) }));
  file.foldRemains();
}

/** @throws BackupError for a lost database */
function refuseLoss(loss: string | null): void {
  if (loss !== null) throw new BackupError(loss);
}

interface LogParts {
  clock: Clock;
  replicateNote: SignedLog["replicateNote"];
}

async function openLog(
  config: Config,
  live: Database,
  { clock, replicateNote }: LogParts,
): Promise<SignedLog> {
  const { dataDir } = config;
  const db = Database.open(join(dataDir, "log.db"), clock, { isReplicated: isReplicated(config), dataDir });
  try {
    const remember = (uid: string) => live.writer.run((tx) => writeSetting(tx, LOG_UID_SETTING, uid));
    return await openSignedLog(db, logSettings(config, live.read), { remember, replicateNote });
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** The master key of this directory; created only together with the database (contract section 1). */
function openKeyring(config: Config, isFirstStart: boolean): Keyring {
  if (config.masterKey !== null) return Keyring.fromText(config.masterKey);
  const path = masterKeyPath(config);
  if (config.masterKeyFile !== null) return fromNamedFile(path);
  if (!isFirstStart || existsSync(path)) return Keyring.fromFile(path);
  return Keyring.create(path);
}

/** A file that MASTER_KEY_FILE names is never created. */
function fromNamedFile(path: string): Keyring {
  try {
    return Keyring.fromFile(path);
  } catch (error) {
    if (!(error instanceof MasterKeyError)) throw error;
    const why = existsSync(path) ? error.message : `${path} is missing`;
    throw new ConfigError(
      `MASTER_KEY_FILE: ${why}. Example: MASTER_KEY_FILE=${SETTINGS.masterKeyFile.example}`,
    );
  }
}
