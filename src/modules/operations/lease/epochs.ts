import { hostname } from "node:os";
import { isoUtc } from "../../../kit/clock.ts";
import { randomHex } from "../../../kit/ids.ts";
import { systemRandom } from "../../../kit/random.ts";
import { StoreError } from "./lease-error.ts";
import type { Claim, HandOver, LeaseStore } from "./model.ts";
import { claimName, handOverName, newestOf } from "./rules.ts";

/** The newest epoch that was claimed; 0 where none was. @throws StoreError */
export async function newestEpoch(store: LeaseStore): Promise<number> {
  return newestOf(await store.list("epoch/"));
}

/** Null where nobody claimed it. @throws StoreError */
export async function readClaim(store: LeaseStore, epoch: number): Promise<Claim | null> {
  return parse<Claim>(await store.read(claimName(epoch)));
}

/**
 * Claims an epoch. Null where another machine has done so. An answer that was lost on its way is looked up: the claim
 * may be ours. @throws StoreError
 */
export async function claimEpoch(store: LeaseStore, epoch: number, now: number): Promise<Claim | null> {
  const claim: Claim = {
    epoch,
    holder: randomHex(16, systemRandom),
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

/** Null where it was not handed over. @throws StoreError */
export async function readHandOver(store: LeaseStore, epoch: number): Promise<HandOver | null> {
  return parse<HandOver>(await store.read(handOverName(epoch)));
}

/** @throws StoreError */
export async function markHandOver(store: LeaseStore, epoch: number, now: number): Promise<void> {
  const mark: HandOver = { epoch, at: isoUtc(now) };
  await store.write(handOverName(epoch), `${JSON.stringify(mark)}\n`);
}

/** Whether the store refuses a second create of one name, which is what a lease stands on. @throws StoreError */
export async function isConditional(store: LeaseStore): Promise<boolean> {
  const name = `lease/trial-${randomHex(8, systemRandom)}.json`;
  // A store that lets nothing be removed keeps its trials; they are a byte each.
  const remove = () => store.remove(name).catch(() => {});
  try {
    if (!(await store.create(name, "1"))) throw new StoreError("the store refuses to make a new object");
    const isConditional = !(await store.create(name, "2"));
    await remove();
    return isConditional;
  } catch (error) {
    // Nobody waits once more for a store that does not answer.
    void remove();
    throw error;
  }
}

function parse<Value>(text: string | null): Value | null {
  if (text === null) return null;
  try {
    return JSON.parse(text) as Value;
  } catch {
    throw new StoreError("the store holds a claim that cannot be read");
  }
}
