import { type Clock, SECOND_MS } from "../../../kit/clock.ts";
import {
  claimEpoch,
  isConditional,
  LeaseError,
  type LeaseStore,
  newestEpoch,
  readClaim,
  readHandOver,
} from "../lease/index.ts";

/** An epoch that is this machine's. */
export interface Claimed {
  epoch: number;
  holder: string;
  /** Unix milliseconds. */
  at: number;
  /** The leader before it gave it up: nobody is waited for. */
  wasHandedOver: boolean;
}

/** @throws LeaseError where the store cannot keep two machines apart, unless the operator did; StoreError */
export async function requireLease(store: LeaseStore | string, isFenced: boolean): Promise<void> {
  const reason =
    typeof store === "string"
      ? store
      : (await isConditional(store))
        ? null
        : "the store lets a second machine make an object that is there";
  if (reason === null || isFenced) return;
  throw new LeaseError(
    `There is no lease: ${reason}. Make sure that the other machine is off and stays off, then: salute promote --fenced`,
  );
}

export interface ClaimPlan {
  store: LeaseStore | string;
  /** The newest epoch that holds a replica. */
  newestHeld: number;
  leaseSeconds: number;
  clock: Clock;
}

/**
 * Claims the epoch after the newest one. One that was claimed within LEASE_SECONDS and holds no replica yet is another
 * machine's that is being promoted. @throws LeaseError where another machine was faster; StoreError
 */
export async function claimNext({ store, newestHeld, leaseSeconds, clock }: ClaimPlan): Promise<Claimed> {
  const now = clock.now();
  if (typeof store === "string") return { epoch: newestHeld + 1, holder: "", at: now, wasHandedOver: false };
  const newest = await newestEpoch(store);
  const before = newest > newestHeld ? await readClaim(store, newest) : null;
  const age = before === null ? Number.POSITIVE_INFINITY : Math.abs(now - Date.parse(before.created_at));
  if (age < leaseSeconds * SECOND_MS) throw another(newest);
  const handOver = await readHandOver(store, newest);
  const claim = await claimEpoch(store, newest + 1, now);
  if (claim === null) throw another(newest + 1);
  return { epoch: claim.epoch, holder: claim.holder, at: now, wasHandedOver: handOver !== null };
}

function another(epoch: number): LeaseError {
  return new LeaseError(
    `Another machine claimed epoch ${epoch} just now, and is to be the leader. Nothing was changed here.`,
  );
}
