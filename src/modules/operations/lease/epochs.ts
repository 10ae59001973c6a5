import { hostname } from "node:os";
import { isoUtc, SECOND_MS } from "../../../kit/clock.ts";
import type { CheckedJson } from "../../../kit/formats/checked-json.ts";
import { randomHex } from "../../../kit/ids.ts";
import { systemRandom } from "../../../kit/random.ts";
import { StoreError } from "./lease-error.ts";
import { CLAIM, type Claim, HAND_OVER, type HandOver, type LeaseState, type LeaseStore } from "./model.ts";
import { claimName, handOverName, parseNewestEpoch } from "./rules.ts";

/** Newest claimed epoch; 0 without claims. @throws StoreError */
export async function newestEpoch(store: LeaseStore): Promise<number> {
  return parseNewestEpoch(await store.list("epoch/"));
}

/** Claim of an epoch; null if unclaimed. @throws StoreError */
export async function readClaim(store: LeaseStore, epoch: number): Promise<Claim | null> {
  return parse(await store.read(claimName(epoch)), CLAIM);
}

/** Random identifier, of a claimant or an installation. */
export function claimId(): string {
  return randomHex(16, systemRandom);
}

/**
 * Claims an epoch. Returns null if another machine holds it. If the store's answer is lost, the claim is read back,
 * since it may have succeeded. @throws StoreError
 */
export async function claimEpoch(
  store: LeaseStore,
  wanted: Pick<Claim, "epoch"> & Partial<Claim>,
  now: number,
): Promise<Claim | null> {
  const { epoch } = wanted;
  const claim: Claim = {
    holder: claimId(),
    ...wanted,
    host: hostname(),
    created_at: isoUtc(now),
  };
  let isOurs = false;
  try {
    isOurs = await store.create(claimName(epoch), `${JSON.stringify(claim)}\n`);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    if ((await readClaim(store, epoch))?.holder !== claim.holder) throw error;
    isOurs = true;
  }
  if (isOurs) return claim;
  return (await readClaim(store, epoch))?.holder === claim.holder ? claim : null;
}

/** Handover of an epoch; null without one. @throws StoreError */
export async function readHandOver(store: LeaseStore, epoch: number): Promise<HandOver | null> {
  return parse(await store.read(handOverName(epoch)), HAND_OVER);
}

/** The standing of a machine whose epoch or the next one another machine claimed. */
export function lostTo(epoch: number, claim: Claim | null): LeaseState {
  return { kind: "lost", epoch, host: claim?.host ?? null, at: claim?.created_at ?? null };
}

/**
 * Milliseconds until LEASE_SECONDS after the claim, since the previous leader may not have noticed it before.
 * @throws StoreError
 */
export async function previousLeaderMs(
  store: LeaseStore,
  { epoch, leaseSeconds, now }: { epoch: number; leaseSeconds: number; now: number },
): Promise<number> {
  const [own, handOver] = await Promise.all([readClaim(store, epoch), readHandOver(store, epoch - 1)]);
  if (own === null || handOver !== null) return 0;
  const leaseMs = leaseSeconds * SECOND_MS;
  return Math.min(Math.max(Date.parse(own.created_at) + leaseMs - now, 0), leaseMs);
}

/** @throws StoreError */
export async function markHandOver(store: LeaseStore, epoch: number, now: number): Promise<void> {
  const mark: HandOver = { epoch, at: isoUtc(now) };
  await store.write(handOverName(epoch), `${JSON.stringify(mark)}\n`);
}

/** Why a store supports no lease if it does not. */
export const UNCONDITIONAL = "the store lets a second machine create an object that exists";

/** Whether the store refuses to create an existing name, as the lease requires. @throws StoreError */
export async function supportsConditionalCreate(store: LeaseStore): Promise<boolean> {
  const name = `lease/trial-${randomHex(8, systemRandom)}.json`;
  // A store without deletion keeps these objects of one byte each.
  const remove = () => store.remove(name).catch(() => {});
  try {
    if (!(await store.create(name, "1"))) throw new StoreError("the store refuses to create a new object");
    const isRefused = !(await store.create(name, "2"));
    await remove();
    return isRefused;
  } catch (error) {
    // Not awaited: a store that does not answer would be waited for once more.
    void remove();
    throw error;
  }
}

function parse<Value>(text: string | null, { read }: CheckedJson<Value>): Value | null {
  if (text === null) return null;
  try {
    return read(text);
  } catch {
    throw new StoreError("the store holds an unreadable claim");
  }
}
