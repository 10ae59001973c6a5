import { type Clock, SECOND_MS } from "../../../kit/clock.ts";
import { BackupError } from "../backups/index.ts";
import {
  claimEpoch,
  claimId,
  LeaseError,
  type LeaseStore,
  newestEpoch,
  readClaim,
  readHandOver,
  supportsConditionalCreate,
  UNCONDITIONAL,
} from "../lease/index.ts";

/** An epoch claimed by this machine. */
export interface ClaimedEpoch {
  epoch: number;
  holder: string;
  /** As in the previous claim. */
  installation: string;
  /** Unix milliseconds. */
  at: number;
  /** Whether the previous leader handed over its epoch; then nothing needs to be waited for. */
  wasHandedOver: boolean;
}

/** @throws StoreError; LeaseError if the store supports no lease and the operator has not fenced the other machine */
export async function requireLease(store: LeaseStore | string, isFenced: boolean): Promise<void> {
  const reason =
    typeof store === "string" ? store : (await supportsConditionalCreate(store)) ? null : UNCONDITIONAL;
  if (reason === null || isFenced) return;
  throw new LeaseError(
    `There is no lease: ${reason}. Make sure that the other machine is off and stays off, then run: salute promote --fenced`,
  );
}

export interface ClaimPlan {
  store: LeaseStore | string;
  /** Newest claimed epoch when the promotion began; another one since then is another machine's. */
  newestClaimed: number;
  /** Newest epoch with a replica. */
  newestReplicated: number;
  leaseSeconds: number;
  /** Id of this machine's log key; null without one. */
  logKey: string | null;
  clock: Clock;
}

/**
 * Claims the epoch after the newest. An epoch claimed within LEASE_SECONDS and without a replica belongs to another
 * promotion in progress. @throws StoreError; LeaseError if another machine was faster
 */
export async function claimNext({
  store,
  newestClaimed,
  newestReplicated,
  leaseSeconds,
  logKey,
  clock,
}: ClaimPlan): Promise<ClaimedEpoch> {
  const now = clock.now();
  if (typeof store === "string")
    return {
      epoch: newestReplicated + 1,
      holder: "",
      installation: claimId(),
      at: now,
      wasHandedOver: false,
    };
  const newest = await newestEpoch(store);
  if (newest !== newestClaimed) throw lostRace(newest);
  const before = await readClaim(store, newest);
  if (before !== null && newest > newestReplicated) {
    const age = Math.abs(now - Date.parse(before.created_at));
    if (age < leaseSeconds * SECOND_MS) throw lostRace(newest);
  }
  const handOver = await readHandOver(store, newest);
  const installation = before?.installation ?? claimId();
  const claim = await claimEpoch(store, { epoch: newest + 1, installation, log_key: logKey }, now);
  if (claim === null) throw lostRace(newest + 1);
  const { epoch, holder } = claim;
  return { epoch, holder, installation, at: now, wasHandedOver: handOver !== null };
}

function lostRace(epoch: number): LeaseError {
  return new LeaseError(
    `Another machine has just claimed epoch ${epoch} and becomes the leader. Nothing was changed here.`,
  );
}

export function nothingHeld(url: string): BackupError {
  return new BackupError(
    `The replica holds nothing that could be restored: ${url.split("?", 1)[0]}. Is it the leader's LITESTREAM_REPLICA_URL? A leader that was lost before its first replica has its state on its own disk alone: start it there again (salute serve), or restore a backup into a new directory (salute restore --from FILE --data DIR). Nothing was claimed.`,
  );
}
