import { type Clock, isoUtc } from "../../../kit/clock.ts";
import { randomHex } from "../../../kit/ids.ts";
import type { Logger } from "../../../kit/process/log.ts";
import { systemRandom } from "../../../kit/random.ts";
import type { LeaseStore } from "./model.ts";
import { renewalName } from "./rules.ts";

/**
 * Writes that the leader of an epoch is alive. It does so before it looks for another machine's claim, so that a claim after
 * which the renewal is still the one before finds every later look of the leader. @throws StoreError
 */
export function renewLease(store: LeaseStore, epoch: number, now: number): Promise<void> {
  const renewal = { at: isoUtc(now), mark: randomHex(8, systemRandom) };
  return store.write(renewalName(epoch), `${JSON.stringify(renewal)}\n`);
}

interface Witnessed {
  witness: LeaseStore | null;
  own: { epoch: number };
  clock: Clock;
  log: Logger;
}

/** Renews the lease in a second store. Nothing waits for it: its outage costs a standby its witness, and the leader nothing. */
export class WitnessRenewal {
  #isRunning = false;

  async renew({ witness, own, clock, log }: Witnessed): Promise<void> {
    if (witness === null || this.#isRunning) return;
    this.#isRunning = true;
    try {
      await renewLease(witness, own.epoch, clock.now());
    } catch (error) {
      log.warn("the lease is not renewed at the witness", { reason: (error as Error).message });
    }
    this.#isRunning = false;
  }
}

/** The newest renewal of an epoch that this machine has seen. */
export interface SeenRenewal {
  epoch: number;
  /** As stored; null if the leader has written none, as those of older releases. */
  text: string | null;
  /** performance.now() when it was first seen: the leader wrote it before. */
  at: number;
}

/** Looks again: returns `before` itself if nothing was renewed since. @throws StoreError */
export async function seeRenewal(
  store: LeaseStore,
  epoch: number,
  before: SeenRenewal | null,
): Promise<SeenRenewal> {
  const text = await store.read(renewalName(epoch));
  return before?.epoch === epoch && before.text === text ? before : { epoch, text, at: performance.now() };
}
