import { epochUrl, type LeaseStore, newestEpoch, readClaim } from "../lease/index.ts";
import { type Program, prepareLitestream } from "./program.ts";
import { listReplicaFiles, txidsOf } from "./replica-files.ts";
import { REPLICATED, replicaUrl } from "./rules.ts";

export interface EpochSearch {
  /** As LITESTREAM_REPLICA_URL. */
  url: string;
  /** The reason in words where the replica's store has no lease. */
  store: LeaseStore | string;
  program: Program;
  /** Unix milliseconds; null for the newest state. */
  at: number | null;
}

/** Where the state of a time is. */
export interface FoundEpoch {
  epoch: number;
  /** Of this epoch, under the configured address. */
  replica: string;
}

/**
 * The newest epoch that holds a replica: a leader takes no changes before its replica has begun, so one that was claimed
 * and holds none has no state of its own. For a time the newest that was claimed before it. @throws StoreError,
 * BackupError
 */
export async function findEpoch({ url, store, program, at }: EpochSearch): Promise<FoundEpoch> {
  const litestream = await prepareLitestream(program);
  const found = (epoch: number): FoundEpoch => ({ epoch, replica: epochUrl(url, epoch) });
  const holds = async (epoch: number) => {
    const live = replicaUrl(epochUrl(url, epoch), "live");
    return (await listReplicaFiles(litestream, live)).length > 0;
  };
  if (typeof store === "string") {
    // Nobody lists such a store for us: epochs follow each other without a gap.
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

/** How far the replica of each database goes, as a text to be compared. @throws BackupError */
export async function replicaPosition(program: Program, replica: string): Promise<string> {
  const litestream = await prepareLitestream(program);
  const ends = REPLICATED.map(async (name) => {
    const [newest = "-"] = txidsOf(await listReplicaFiles(litestream, replicaUrl(replica, name)));
    return `${name} ${newest}`;
  });
  return (await Promise.all(ends)).join(", ");
}
