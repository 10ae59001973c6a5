import { epochUrl, type LeaseStore, newestEpoch, readClaim } from "../lease/index.ts";
import { type Litestream, type Program, prepareLitestream } from "./program.ts";
import { collectTxids, listReplicaFiles } from "./replica-files.ts";
import { REPLICATED, replicaUrl } from "./rules.ts";

export interface EpochSearch {
  /** LITESTREAM_REPLICA_URL. */
  url: string;
  /** The replica's store, or the reason why it supports no lease. */
  store: LeaseStore | string;
  program: Program;
  /** Unix milliseconds; null for the newest state. */
  at: number | null;
}

/** An epoch and its replica. */
export interface FoundEpoch {
  epoch: number;
  /** URL of the epoch's replica. */
  replica: string;
}

/**
 * Finds the newest epoch with a replica; with `at`, the newest claimed before that time. A leader accepts no changes
 * before its replica exists, so a claimed epoch without a replica has no state of its own. @throws StoreError,
 * BackupError
 */
export async function findEpoch({ url, store, program, at }: EpochSearch): Promise<FoundEpoch> {
  const found = (epoch: number): FoundEpoch => ({ epoch, replica: epochUrl(url, epoch) });
  const litestream = await prepareLitestream(program);
  const holds = (epoch: number) => holdsFiles(litestream, epochUrl(url, epoch));
  if (typeof store === "string") {
    // Such a store cannot be listed, but epochs have no gaps.
    let epoch = 0;
    while (await holds(epoch + 1)) epoch++;
    return found(epoch);
  }
  for (let epoch = await newestEpoch(store); epoch > 0; epoch--) {
    if (at !== null && (await claimedAt(store, epoch)) > at) continue;
    if (await holds(epoch)) return found(epoch);
  }
  return found(0);
}

async function claimedAt(store: LeaseStore, epoch: number): Promise<number> {
  const claim = await readClaim(store, epoch);
  return claim === null ? Number.NEGATIVE_INFINITY : Date.parse(claim.created_at);
}

/** Newest transaction in the replica of each database, as one text for comparison. @throws BackupError */
export async function replicaPosition(program: Program, replica: string): Promise<string> {
  const litestream = await prepareLitestream(program);
  const ends = REPLICATED.map(async (name) => {
    const [newest = "-"] = collectTxids(await listReplicaFiles(litestream, replicaUrl(replica, name)));
    return `${name} ${newest}`;
  });
  return (await Promise.all(ends)).join(", ");
}

/** Whether an epoch's replica holds nothing that could be restored. @throws BackupError */
export async function isReplicaEmpty(program: Program, replica: string): Promise<boolean> {
  return !(await holdsFiles(await prepareLitestream(program), replica));
}

async function holdsFiles(litestream: Litestream, replica: string): Promise<boolean> {
  return (await listReplicaFiles(litestream, replicaUrl(replica, "live"))).length > 0;
}
