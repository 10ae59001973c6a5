import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { litestream } from "../../compose/backup-places.ts";
import { type Config, ConfigError, requireNamedEnvironment } from "../../compose/config.ts";
import { prove } from "../../compose/invariants.ts";
import { masterKeyPath } from "../../compose/key-paths.ts";
import { createLease, leaseStore } from "../../compose/lease.ts";
import type { DirectoryLock } from "../../db/directory-lock.ts";
import { readDatabase } from "../../db/reader.ts";
import type { Sql } from "../../db/sql.ts";
import { MINUTE_MS, SECOND_MS, systemClock } from "../../kit/clock.ts";
import type { Logger } from "../../kit/process/log.ts";
import { giveToOwner } from "../../kit/process/ownership.ts";
import { BackupError } from "../../modules/operations/backups/index.ts";
import { StoreError } from "../../modules/operations/lease/index.ts";
import {
  type ClaimedEpoch,
  ownLogKey,
  requireLease,
  requireVacant,
  STANDBY_FOLDER,
  TakeOver,
  type TakeOverPlan,
} from "../../modules/operations/promotion/index.ts";
import { Keyring, MasterKeyError, requireRightKey } from "../../modules/platform/master-key/index.ts";
import { type Command, CommandFailed, type Invocation, print, printAside } from "../command.ts";
import { LISTEN_OPTIONS } from "../server/listen.ts";
import { lockOwn } from "../server/lock.ts";
import { runServer, type Start, serverLog, takeUp } from "../server/run-server.ts";
import { stopSignal } from "../server/stop-signal.ts";
import { createSettingsReader, resolveOwnConfig, toActor } from "../workspace.ts";
import { findUnits, type Units } from "./systemd.ts";

export const promote: Command = {
  name: "promote",
  usage: "promote [--fenced] [--foreground] [--port 8080] [--host 127.0.0.1] --data DIR",
  summary: "Take over: claim the next epoch, restore the replica, and serve as the leader",
  details:
    "DIR holds only master.key and log.key, or belongs to a stopped standby. The previous machine stops its changes within LEASE_SECONDS, which this command waits for unless the epoch was handed over (salute switchover). Nothing is claimed before the replica is restored and proved. Ids of new rows continue 1,000,000 higher. Where systemd has the units salute and salute-standby on DIR, it stops the standby and has salute.service serve, now and after a restart of the machine; otherwise it stays in the foreground, as serve does, and later starts use salute serve.",
  options: {
    fenced: {
      type: "boolean",
      meaning: "The other machine is off and stays off: required if the replica's store has no lease",
    },
    foreground: { type: "boolean", meaning: "Serve in this process, although systemd has units for DIR" },
    ...LISTEN_OPTIONS,
  },
  run: async (invocation) => {
    const reader = createSettingsReader(invocation);
    const config = resolveOwnConfig(invocation);
    const url = requireReplicaUrl(config);
    requireNamedEnvironment(config);
    const stopped = stopSignal();
    const log = serverLog(config);
    await requireLease(leaseStore(config, url), invocation.flags.fenced === true);
    requireVacant(config.dataDir);
    requireMasterKey(config);
    const units = invocation.flags.foreground === true ? null : await findUnits(config.dataDir);
    if (units !== null) return await promoteUnder(units, { config, url, log });
    const lock = lockOwn(config.dataDir);
    const told = await takeOverHere(config, url, { log, isAutomatic: false });
    return serveAsLeader(invocation, { config, reader, stopped, log, told, lock });
  },
};

/** Hands over to systemd, whose unit serves what was promoted here. The standby runs on if nothing was. */
async function promoteUnder(units: Units, at: { config: Config; url: string; log: Logger }): Promise<number> {
  const { dataDir } = at.config;
  await units.stopStandby();
  try {
    const lock = lockOwn(dataDir);
    try {
      await takeOverHere(at.config, at.url, { log: at.log, isAutomatic: false });
    } finally {
      lock.release();
    }
  } catch (error) {
    await units.resumeStandby().catch((failure) => printAside((failure as Error).message));
    throw error;
  }
  giveToOwner(dataDir);
  await units.startServer();
  print("salute.service serves now, and starts with the machine. Its log: journalctl -u salute");
  return 0;
}

interface Promoted extends Pick<Start, "config" | "reader" | "stopped" | "log"> {
  /** The notification to operators. */
  told: string;
  lock: DirectoryLock;
}

/** Serves a directory whose promotion is complete. */
export async function serveAsLeader(
  { flags }: Invocation,
  { told, lock, ...own }: Promoted,
): Promise<number> {
  const lease = createLease(own.config, systemClock, own.log);
  await takeUp(lease, own.stopped, true);
  return runServer({ ...own, lease, promoted: told, flags }, lock);
}

/** @throws ConfigError if no replica is configured */
export function requireReplicaUrl({ litestreamReplicaUrl: url }: Config): string {
  if (url !== null) return url;
  throw new ConfigError(
    "LITESTREAM_REPLICA_URL is not set: it names the replica for a second machine. Example: LITESTREAM_REPLICA_URL=s3://bucket/salute?region=eu-central-1",
  );
}

/** @throws CommandFailed, before anything is claimed, if the state could not be opened */
export function requireMasterKey(config: Config): void {
  if (config.masterKey === null) requireKeyFile(masterKeyPath(config), ", or set MASTER_KEY_FILE");
}

/** @throws CommandFailed naming the file, and the other way if there is one */
export function requireKeyFile(path: string, otherwise = ""): void {
  if (existsSync(path)) return;
  throw new CommandFailed(
    `${path} is missing: put the leader's key files there first (salute keyfiles import --from DIR)${otherwise}.`,
  );
}

/** Why this machine could not take over with its master key; null if it could. */
export function findKeyFault(live: Sql, config: Config): string | null {
  try {
    requireRightKey(live, keyringOf(config));
    return null;
  } catch (error) {
    if (!(error instanceof MasterKeyError)) throw error;
    return "the master key here is not the leader's, and without it this standby cannot take over: put the leader's master.key here, or set MASTER_KEY_FILE to it, and restart the standby if its key comes from the environment";
  }
}

type TakingOver = Pick<TakeOverPlan, "log" | "isAutomatic">;

/** A promotion into this directory. A claim lost to another machine leaves nothing there. */
export function takeOverInto(config: Config, url: string, how: TakingOver): TakeOver {
  const dataDir = resolve(config.dataDir);
  return new TakeOver({
    ...how,
    dataDir,
    url,
    store: leaseStore(config, url),
    // Unpacked where a standby keeps it.
    program: { ...litestream(config), directory: join(dataDir, STANDBY_FOLDER, "litestream") },
    leaseSeconds: config.leaseSeconds,
    logKey: ownLogKey(dataDir),
    isStrict: config.leaseStrict,
    restorer: { clock: systemClock, actor: toActor(promote), prove },
    requireKeys: (path) => readDatabase(path, (sql) => requireRightKey(sql, keyringOf(config))),
  });
}

/**
 * Restores the replica into the vacant directory as the state of the next epoch, which it claims. Returns the notification to
 * operators. @throws LeaseError, StoreError, BackupError
 */
export async function takeOverHere(config: Config, url: string, how: TakingOver): Promise<string> {
  const takeOver = takeOverInto(config, url, how);
  try {
    await takeOver.prepare();
    return await completeClaimed(takeOver, await takeOver.claim(), how.log);
  } finally {
    takeOver.discard();
  }
}

/** Until this machine leads or a cooldown is over, nobody does: one failed request must not end the promotion. */
const COMPLETE_MS = 2 * MINUTE_MS;
const RETRY_MS = 3 * SECOND_MS;

/**
 * Returns the notification to operators. @throws BackupError, StoreError if it fails for two minutes
 */
export async function completeClaimed(
  takeOver: Pick<TakeOver, "complete">,
  { epoch }: Pick<ClaimedEpoch, "epoch">,
  log: Logger,
): Promise<string> {
  log.info("epoch claimed", { epoch });
  const { announces, signsOn } = await completeInTime(takeOver, log);
  print(
    `${announces}${signsOn ? "" : " The log is unsigned until salute log resume, or salute log restart."}`,
  );
  return announces;
}

async function completeInTime(takeOver: Pick<TakeOver, "complete">, log: Logger) {
  let until = Number.POSITIVE_INFINITY;
  for (;;) {
    try {
      return await takeOver.complete();
    } catch (error) {
      const mayPass = error instanceof StoreError || error instanceof BackupError;
      until = Math.min(until, performance.now() + COMPLETE_MS);
      if (!mayPass || performance.now() >= until) throw error;
      log.warn("the promotion is not complete yet", { reason: error.message });
      await Bun.sleep(RETRY_MS);
    }
  }
}

/** @throws MasterKeyError */
function keyringOf(config: Config): Keyring {
  if (config.masterKey !== null) return Keyring.fromText(config.masterKey);
  if (!existsSync(masterKeyPath(config))) throw new MasterKeyError(`${masterKeyPath(config)} is missing`);
  return Keyring.fromFile(masterKeyPath(config));
}
