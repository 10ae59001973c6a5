import type { Clock } from "../../../kit/clock.ts";
import {
  claimEpoch,
  isConditional,
  LeaseError,
  type LeaseStore,
  newestEpoch,
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

/**
 * Claims the epoch after the newest one. @param newestKnown where nobody can list the store: the newest that holds a
 * replica. @throws LeaseError where another machine was faster; StoreError
 */
export async function claimNext(
  store: LeaseStore | string,
  newestKnown: number,
  clock: Clock,
): Promise<Claimed> {
  const now = clock.now();
  if (typeof store === "string") return { epoch: newestKnown + 1, holder: "", at: now, wasHandedOver: false };
  const newest = await newestEpoch(store);
  const handOver = await readHandOver(store, newest);
  const claim = await claimEpoch(store, newest + 1, now);
  if (claim === null)
    throw new LeaseError(
      `Another machine claimed epoch ${newest + 1} just now, and is to be the leader. Nothing was changed here.`,
    );
  return { epoch: claim.epoch, holder: claim.holder, at: now, wasHandedOver: handOver !== null };
}
