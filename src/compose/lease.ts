import type { Sql } from "../db/sql.ts";
import { type Clock, SECOND_MS } from "../kit/clock.ts";
import { describeError, type Logger } from "../kit/process/log.ts";
import type { LeaseFacts } from "../modules/operations/findings.ts";
import {
  describeStanding,
  epochUrl,
  LeaseError,
  LeaseKeeper,
  type LeaseStore,
  openStore,
  readOwnEpoch,
  StoreError,
} from "../modules/operations/lease/index.ts";
import { describeForeign, judgeReplica } from "../modules/operations/promotion/index.ts";
import type { Replicator } from "../modules/operations/replication/index.ts";
import { readSafeMode } from "../modules/platform/state/index.ts";
import type { SignedLog } from "../modules/transparency/signed-log/index.ts";
import { litestream } from "./backup-places.ts";
import { type Config, ConfigError, litestreamEnvironment } from "./config.ts";

/** The replica's store; a sentence with the reason if it has no lease. */
export function leaseStore(config: Config, url: string): LeaseStore | string {
  return openStore({ url, environment: litestreamEnvironment(), leaseSeconds: config.leaseSeconds });
}

/** The second store of LEASE_WITNESS_URL; null if it names an address of the service, or nothing. */
export function witnessStore(config: Config): LeaseStore | null {
  const { leaseWitnessUrl: url } = config;
  if (url === null || isServiceAddress(url)) return null;
  const store = leaseStore(config, url);
  if (typeof store !== "string") return store;
  throw new ConfigError(`LEASE_WITNESS_URL: ${store}. Example: LEASE_WITNESS_URL=s3://other-bucket/salute`);
}

/** Whether a witness is an address of the service, which is asked for /leaderz, instead of a store. */
export function isServiceAddress(url: string): boolean {
  return /^https?:/i.test(url);
}

/** Reads nothing until requested; null if no replica is configured. */
export function createLease(config: Config, clock: Clock, log: Logger): LeaseKeeper | null {
  const { litestreamReplicaUrl: url, leaseSeconds, dataDir } = config;
  if (url === null) return null;
  const [store, own] = [leaseStore(config, url), readOwnEpoch(dataDir, url)];
  const { leaseStrict: isStrict, leaseLenient: isLenient } = config;
  const witness = witnessStore(config);
  return new LeaseKeeper({ url, store, witness, own, leaseSeconds, isStrict, isLenient, clock, log });
}

/** Time in milliseconds for the replica to store a commit. */
const SYNC_MS = 10 * SECOND_MS;

/**
 * Waits until the replica has the present state of live.db; the first time, until it has every database, since a
 * restore needs all.
 */
export function liveSync(replicator: Replicator): () => Promise<void> {
  let hasBegun = false;
  return async () => {
    if (hasBegun) return replicator.sync("live", SYNC_MS);
    if (!(await replicator.syncAll(SYNC_MS))) throw new Error("the replica has not started yet");
    hasBegun = true;
  };
}

interface NoteParts {
  replicator: Replicator | null;
  live: Sql;
  log: Logger;
}

/**
 * Stores notes of the log in the replica after the entries that they cover, so that a promoted machine has everything
 * that was published. Null if there is no store for them.
 */
export function noteKeeper(
  lease: LeaseKeeper | null,
  { replicator, live, log }: NoteParts,
): SignedLog["replicateNote"] {
  if (lease === null || typeof lease.parts.store === "string") return null;
  return async (note) => {
    // After a switchover's last sync no entry is sure to be in the replica: a note of one would leave the next leader's log unsigned.
    const stop = readSafeMode(live)?.lease;
    if (stop === "handed_over" || stop === "lost")
      throw new LeaseError("This machine leads no more: its log is published no further.");
    // Jobs and the start would wait here for as long as the store is out of reach; the watch sees its return.
    const { standing } = lease;
    if (standing.kind === "unreachable") throw new StoreError(standing.reason);
    await replicator?.sync("log", SYNC_MS).catch((error) =>
      // The note is published first: a promotion without these entries would refuse to sign, and report it.
      log.info("a note is published before its entries are in the replica", { error: describeError(error) }),
    );
    await lease.recordNote(note);
  };
}

/** As last read by the server; null if no replica is configured. */
export function leaseFacts(lease: LeaseKeeper | null): LeaseFacts | null {
  if (lease === null) return null;
  return { standing: lease.standing.kind, words: describeStanding(lease.standing, lease.epoch) };
}

/** As doctor reads it; null if no replica is configured. */
export async function readLeaseFacts(config: Config, clock: Clock, log: Logger): Promise<LeaseFacts | null> {
  const lease = createLease(config, clock, log);
  if (lease === null) return null;
  const { kind } = await lease.checkAtStart();
  const { url, store } = lease.parts;
  // Without a lease Litestream would have to ask the store, which can take minutes; a start does.
  if (kind === "unreachable" || kind === "handed_over" || typeof store === "string") return leaseFacts(lease);
  const place = { dataDir: config.dataDir, url, store, program: litestream(config) };
  const found = await judgeReplica(place);
  return found.kind === "foreign"
    ? { standing: "foreign", ...describeForeign(place, found) }
    : leaseFacts(lease);
}

/** The replica of this directory's own epoch; null if no replica is configured. */
export function ownReplica({ litestreamReplicaUrl: url, dataDir }: Config): string | null {
  return url === null ? null : epochUrl(url, readOwnEpoch(dataDir, url).epoch);
}
