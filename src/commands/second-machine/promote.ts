import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { litestream } from "../../compose/backup-places.ts";
import { type Config, ConfigError, requireNamedEnvironment } from "../../compose/config.ts";
import { prove } from "../../compose/invariants.ts";
import { masterKeyPath } from "../../compose/key-paths.ts";
import { createLease, leaseStore } from "../../compose/lease.ts";
import { readDatabase } from "../../db/reader.ts";
import { systemClock } from "../../kit/clock.ts";
import type { Logger } from "../../kit/process/log.ts";
import {
  claimNext,
  ownLogKey,
  requireLease,
  requireVacant,
  STANDBY_FOLDER,
  takeOver,
} from "../../modules/operations/promotion/index.ts";
import { findEpoch, isReplicaEmpty } from "../../modules/operations/replication/index.ts";
import { Keyring, MasterKeyError, requireRightKey } from "../../modules/platform/master-key/index.ts";
import { type Command, CommandFailed, print, textFlag } from "../command.ts";
import { LISTEN_OPTIONS } from "../server/listen.ts";
import { lockOwn } from "../server/lock.ts";
import { runServer, serverLog, takeUp } from "../server/run-server.ts";
import { stopSignal } from "../server/stop-signal.ts";
import { actorOf, ownConfigOf, settingsReaderOf } from "../workspace.ts";

export const promote: Command = {
  name: "promote",
  usage: "promote [--fenced] [--port 8080] [--host 127.0.0.1] --data DIR",
  summary: "Take over: claim the next epoch, restore the replica, and serve as the leader",
  details:
    "DIR holds only master.key and log.key, or belongs to a stopped standby. The previous machine stops its changes within LEASE_SECONDS, which this command waits for unless the epoch was handed over (salute switchover). Ids of new rows continue 1,000,000 higher. Stays in the foreground, as serve does; later starts use salute serve.",
  options: {
    fenced: {
      type: "boolean",
      meaning: "The other machine is off and stays off: required if the replica's store has no lease",
    },
    ...LISTEN_OPTIONS,
  },
  run: async (invocation) => {
    const reread = settingsReaderOf(invocation);
    const config = ownConfigOf(invocation);
    const url = replicaOf(config);
    requireNamedEnvironment(config);
    const stopped = stopSignal();
    const log = serverLog(config);
    await requireLease(leaseStore(config, url), invocation.flags.fenced === true);
    requireVacant(config.dataDir);
    requireMasterKey(config);
    const lock = lockOwn(config.dataDir);
    const told = await takeOverHere(config, url, log);
    const lease = createLease(config, systemClock, log);
    await takeUp(lease, stopped);
    const envFile = textFlag(invocation.flags, "env-file");
    return runServer({ config, lease, log, stopped, promoted: told, reread, envFile }, lock);
  },
};

/** @throws ConfigError if no replica is configured */
export function replicaOf({ litestreamReplicaUrl: url }: Config): string {
  if (url !== null) return url;
  throw new ConfigError(
    "LITESTREAM_REPLICA_URL is not set: it names the replica for a second machine. Example: LITESTREAM_REPLICA_URL=s3://bucket/salute?region=eu-central-1",
  );
}

/** @throws CommandFailed, before anything is claimed, if the state could not be opened */
export function requireMasterKey(config: Config): void {
  if (config.masterKey !== null || existsSync(masterKeyPath(config))) return;
  throw new CommandFailed(
    `${masterKeyPath(config)} is missing: put the leader's key files there first (salute keyfiles import --from DIR), or set MASTER_KEY_FILE.`,
  );
}

function nothingHeld(url: string): CommandFailed {
  return new CommandFailed(
    `The replica holds nothing that could be restored: ${url.split("?", 1)[0]}. Is it the leader's LITESTREAM_REPLICA_URL? A leader that was lost before its first replica has its state on its own disk alone: start it there again (salute serve), or restore a backup into a new directory (salute restore --from FILE --data DIR). Nothing was claimed.`,
  );
}

/**
 * Claims the next epoch and restores the replica into the vacant directory. Returns the notification to operators.
 * @throws LeaseError, StoreError, BackupError
 */
export async function takeOverHere(config: Config, url: string, log: Logger): Promise<string> {
  const dataDir = resolve(config.dataDir);
  // A claim lost to another machine leaves nothing here: the built-in program is unpacked where a standby keeps it.
  const program = { ...litestream(config), directory: join(dataDir, STANDBY_FOLDER, "litestream") };
  const store = leaseStore(config, url);
  const { epoch: newestReplicated, replica } = await findEpoch({ url, store, program, at: null });
  if (await isReplicaEmpty(program, replica)) throw nothingHeld(url);
  const { leaseSeconds } = config;
  const logKey = ownLogKey(dataDir);
  const claimed = await claimNext({ store, newestReplicated, leaseSeconds, logKey, clock: systemClock });
  log.info("epoch claimed", { epoch: claimed.epoch });
  const taken = await takeOver({
    dataDir,
    url,
    store,
    program,
    claimed,
    leaseSeconds,
    isStrict: config.leaseStrict,
    restorer: { clock: systemClock, actor: actorOf(promote), prove },
    requireKeys: (path) => readDatabase(path, (sql) => requireRightKey(sql, keyringOf(config))),
    log,
  });
  const words = `Epoch ${claimed.epoch} starts here with the state of epoch ${taken.from.epoch}.`;
  print(
    `${words}${taken.signsOn ? "" : " The log is unsigned until salute log resume, or salute log restart."}`,
  );
  return words;
}

/** @throws MasterKeyError */
function keyringOf(config: Config): Keyring {
  if (config.masterKey !== null) return Keyring.fromText(config.masterKey);
  if (!existsSync(masterKeyPath(config))) throw new MasterKeyError(`${masterKeyPath(config)} is missing`);
  return Keyring.fromFile(masterKeyPath(config));
}
