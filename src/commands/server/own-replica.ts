import { withScratchProgram } from "../../compose/backup-places.ts";
import type { Config } from "../../compose/config.ts";
import { leaseStore } from "../../compose/lease.ts";
import { SECOND_MS, systemClock } from "../../kit/clock.ts";
import { pause } from "../../kit/pause.ts";
import type { Logger } from "../../kit/process/log.ts";
import { BackupError } from "../../modules/operations/backups/index.ts";
import {
  LeaseError,
  newestEpoch,
  readHandOver,
  readRecordedEpoch,
  replicaLocation,
  StoreError,
  seeRenewal,
} from "../../modules/operations/lease/index.ts";
import {
  claimReplica,
  isVacant,
  judgeReplica,
  requireLease,
} from "../../modules/operations/promotion/index.ts";
import { findEpoch, type Program, replicaPosition } from "../../modules/operations/replication/index.ts";
import { UsageError } from "../command.ts";
import { requireMasterKey, takeOverHere } from "../second-machine/promote.ts";

export interface OwnReplicaPlan {
  config: Config;
  /** Value of --new-installation. */
  typedUrl: string | undefined;
  log: Logger;
  /** Ends the wait for the store. */
  signal: AbortSignal;
}

/**
 * Makes sure, before anything is opened, that the replica belongs to this directory. Returns the notification to
 * operators if an empty directory took over (REPLICA_AUTO_RESTORE), or was promoted and has not served yet; otherwise null.
 * @throws LeaseError if the replica holds another history; StoreError, BackupError if that cannot be found out
 */
export async function settleReplica(plan: OwnReplicaPlan): Promise<string | null> {
  const { config, typedUrl, log } = plan;
  const { litestreamReplicaUrl: url, dataDir } = config;
  if (typedUrl !== undefined && replicaLocation(typedUrl) !== replicaLocation(url ?? ""))
    throw new UsageError(
      `--new-installation ${typedUrl} is not the replica of the settings: type LITESTREAM_REPLICA_URL again, ${url === null ? "which is not set" : replicaLocation(url)}`,
    );
  if (url === null) return null;
  return withScratchProgram(config, async (program) => {
    const place = { dataDir, url, store: leaseStore(config, url), program };
    const belonging = await onceReachable(plan, () => judgeReplica(place));
    const isNewInstallation = typedUrl !== undefined;
    if (
      belonging.kind === "foreign" &&
      config.replicaAutoRestore &&
      !isNewInstallation &&
      isVacant(dataDir)
    ) {
      await requireLease(place.store, false);
      requireMasterKey(config);
      await requireNoLeader(plan, url, program);
      return await takeOverHere(config, url, { log, isAutomatic: true }).catch((error) => {
        throw error instanceof BackupError
          ? new BackupError(`${error.message} To judge it yourself: salute promote --data ${config.dataDir}`)
          : error;
      });
    }
    await claimReplica({ ...place, isNewInstallation, clock: systemClock });
    return readRecordedEpoch(dataDir)?.announces ?? null;
  });
}

const RETRY_MS = SECOND_MS;

/** Waits up to LEASE_SECONDS for the store. @throws StoreError: what the replica holds must be known before the start */
async function onceReachable<Found>({ config, signal, log }: OwnReplicaPlan, ask: () => Promise<Found>) {
  const deadline = performance.now() + config.leaseSeconds * SECOND_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (performance.now() >= deadline || signal.aborted)
        throw new StoreError(
          `This directory never claimed the replica, and the store cannot tell whether it holds another history: ${error.message}. Nothing was started. Check LITESTREAM_REPLICA_URL, its credentials, region and endpoint, and the network; then start again. To serve without a replica, unset LITESTREAM_REPLICA_URL.`,
        );
      log.warn("the replica's store does not answer yet", { reason: error.message });
      await pause(RETRY_MS, signal);
    }
  }
}

/** Longer than the time in which a leader replicates at least two canaries. */
const QUIET_MS = 15 * SECOND_MS;

/**
 * @throws LeaseError if the replica grows or its lease is renewed: a leader commits a canary every few seconds, and renews three
 *   times per LEASE_SECONDS; also if stopped
 */
async function requireNoLeader({ config, log, signal }: OwnReplicaPlan, url: string, program: Program) {
  const store = leaseStore(config, url);
  if (typeof store === "string") return;
  if ((await readHandOver(store, await newestEpoch(store))) !== null) return;
  const look = async () => {
    const { text } = await seeRenewal(store, await newestEpoch(store), null);
    const { replica } = await findEpoch({ url, store, program, at: null });
    return { text, position: `${replica} ${await replicaPosition(program, replica)}` };
  };
  const waitMs = Math.max(QUIET_MS, config.leaseSeconds * SECOND_MS);
  const before = await look();
  log.info("looking whether another machine leads", { wait_ms: waitMs });
  await pause(waitMs, signal);
  if (signal.aborted) throw new LeaseError("Stopped before it was known whether another machine leads.");
  const after = await look();
  const grows = after.position !== before.position;
  if (!grows && after.text === before.text) return;
  throw new LeaseError(
    `Another machine leads: ${grows ? `the replica ${replicaLocation(url)} grows` : `it renews its lease in ${replicaLocation(url)}`}. Nothing was started. To follow it: salute standby --data ${config.dataDir}. If it must go, stop it first, then: salute promote --data ${config.dataDir}`,
  );
}
