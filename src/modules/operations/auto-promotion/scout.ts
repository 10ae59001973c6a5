import { type Clock, SECOND_MS } from "../../../kit/clock.ts";
import {
  type LeaseStore,
  newestEpoch,
  readClaim,
  readHandOver,
  type SeenRenewal,
  StoreError,
  supportsConditionalCreate,
  UNCONDITIONAL,
} from "../lease/index.ts";
import type { Situation } from "./rules.ts";
import { Silence } from "./silence.ts";
import type { Witness } from "./witness.ts";

export interface ScoutParts {
  store: LeaseStore;
  witness: Witness | null;
  leaseSeconds: number;
  clock: Clock;
}

/** A store's answer older than this share of LEASE_SECONDS, as after a pause of the process, tells nothing. */
const ANSWER_SHARE = 1 / 2;

type Seen = Omit<Situation, "proof">;

/** Looks for the leader, in the replica's store and by the witness. */
export class Scout {
  readonly #silence: Silence;
  #isConditional: boolean | null = null;
  #epoch: number | null = null;
  /** When the newest epoch was claimed, and when it was first seen by performance.now(); null for epoch 0. */
  #promotion: { claimedAt: number; seenAt: number } | null = null;

  constructor(private readonly parts: ScoutParts) {
    this.#silence = new Silence(parts.store);
  }

  /** The leader's newest renewal; null before the first look. */
  get seen(): SeenRenewal | null {
    return this.#silence.seen;
  }

  async look(): Promise<Seen> {
    const { store, witness, leaseSeconds } = this.parts;
    const askedAt = performance.now();
    let found: Pick<Seen, "silentSeconds" | "isHandedOver">;
    let epoch: number;
    try {
      this.#isConditional ??= await supportsConditionalCreate(store);
      if (!this.#isConditional) return this.#withFault(UNCONDITIONAL);
      epoch = await this.#newestEpoch();
      const [silentSeconds, handOver] = await Promise.all([
        this.#silence.look(epoch),
        readHandOver(store, epoch),
      ]);
      found = { silentSeconds, isHandedOver: handOver !== null };
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#silence.interrupt();
      return this.#withFault(error.message);
    }
    const tookSeconds = (performance.now() - askedAt) / SECOND_MS;
    if (tookSeconds > leaseSeconds * ANSWER_SHARE)
      return this.#withFault(`its answer took ${Math.ceil(tookSeconds)} s`);
    return { ...this.#withFault(null), ...found, witnessed: (await witness?.ask(epoch)) ?? null };
  }

  #withFault(storeFault: string | null): Seen {
    const { skewMs } = this.parts.store;
    return {
      storeFault,
      silentSeconds: null,
      isHandedOver: false,
      witnessed: null,
      promotedAgoSeconds: this.#promotedAgo(),
      skewSeconds: skewMs === undefined || skewMs === null ? null : skewMs / SECOND_MS,
    };
  }

  /** By the claim's own time, or by how long this machine has known it, whichever is longer: clocks may differ. */
  #promotedAgo(): number | null {
    if (this.#promotion === null) return null;
    const { claimedAt, seenAt } = this.#promotion;
    return Math.max(this.parts.clock.now() - claimedAt, performance.now() - seenAt) / SECOND_MS;
  }

  /** @throws StoreError */
  async #newestEpoch(): Promise<number> {
    const { store } = this.parts;
    // One read of the next claim costs less than a list of all.
    if (this.#epoch !== null && (await readClaim(store, this.#epoch + 1)) === null) return this.#epoch;
    const epoch = await newestEpoch(store);
    const claim = epoch === 0 ? null : await readClaim(store, epoch);
    this.#promotion =
      claim === null ? null : { claimedAt: Date.parse(claim.created_at), seenAt: performance.now() };
    this.#epoch = epoch;
    return epoch;
  }
}
