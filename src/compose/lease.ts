import type { Sql } from "../db/sql.ts";
import { type Clock, SECOND_MS } from "../kit/clock.ts";
import { describeError, type Logger } from "../kit/log.ts";
import type { LeaseFacts } from "../modules/operations/findings.ts";
import {
  describe,
  epochUrl,
  LeaseError,
  LeaseKeeper,
  type LeaseStore,
  openStore,
  readOwnEpoch,
} from "../modules/operations/lease/index.ts";
import type { Replicator } from "../modules/operations/replication/index.ts";
import { readSafeMode } from "../modules/platform/state/index.ts";
import type { SignedLog } from "../modules/transparency/signed-log/index.ts";
import { type Config, litestreamEnvironment } from "./config.ts";

/** The store of a replica; the reason in words where it has no lease. */
export function leaseStore(config: Config, url: string): LeaseStore | string {
  return openStore({ url, environment: litestreamEnvironment(), leaseSeconds: config.leaseSeconds });
}

/** Nothing is looked at until it is asked to; null where no replica is configured. */
export function createLease(config: Config, clock: Clock, log: Logger): LeaseKeeper | null {
  const { litestreamReplicaUrl: url, leaseSeconds, leaseStrict: isStrict, dataDir } = config;
  if (url === null) return null;
  const [store, own] = [leaseStore(config, url), readOwnEpoch(dataDir, url)];
  return new LeaseKeeper({ url, store, own, leaseSeconds, isStrict, clock, log });
}

/** Milliseconds within which the replica must store a commit. */
const SYNC_MS = 10 * SECOND_MS;

/** Waits until the replica holds live.db as it is; the first time, until it holds every database: a restore needs all. */
export function liveSync(replicator: Replicator): () => Promise<void> {
  let hasBegun = false;
  return async () => {
    if (hasBegun) return replicator.sync("live", SYNC_MS);
    if (!(await replicator.holdsAll(SYNC_MS))) throw new Error("the replica has not begun yet");
    hasBegun = true;
  };
}

/**
 * Keeps notes of the log in the replica, once that holds the entries that they speak of: a machine that is promoted
 * then has no less than what was published. Null where there is no store to keep them in.
 */
export function noteKeeper(
  lease: LeaseKeeper | null,
  replicator: Replicator | null,
  live: Sql,
  log: Logger,
): SignedLog["keepElsewhere"] {
  if (lease === null || typeof lease.parts.store === "string") return null;
  return async (note) => {
    // After a switchover's last sync no entry is sure to be in the replica: a note of one would leave the next leader's log unsigned.
    const stop = readSafeMode(live)?.lease;
    if (stop === "handed_over" || stop === "lost")
      throw new LeaseError("This machine leads no more: its log is published no further.");
    await replicator?.sync("log", SYNC_MS).catch((error) =>
      // The note comes first: without these entries a promotion would not sign on, and would say so.
      log.info("a note is published before its entries are in the replica", { error: describeError(error) }),
    );
    await lease.keepNote(note);
  };
}

/** As doctor reports it; null where no replica is configured. */
export function leaseFacts(lease: LeaseKeeper | null): LeaseFacts | null {
  if (lease === null) return null;
  return { standing: lease.standing.kind, words: describe(lease.standing, lease.epoch) };
}

/** Where the epoch that the data directory leads replicates to; null where no replica is configured. */
export function ownReplica({ litestreamReplicaUrl: url, dataDir }: Config): string | null {
  return url === null ? null : epochUrl(url, readOwnEpoch(dataDir, url).epoch);
}
