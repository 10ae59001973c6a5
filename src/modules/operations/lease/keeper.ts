import { type Clock, SECOND_MS } from "../../../kit/clock.ts";
import { pause } from "../../../kit/pause.ts";
import type { Logger } from "../../../kit/process/log.ts";
import { describeStanding } from "./describe.ts";
import {
  lostTo,
  newestEpoch,
  previousLeaderMs,
  readClaim,
  readHandOver,
  supportsConditionalCreate,
  UNCONDITIONAL,
} from "./epochs.ts";
import { LeaseError, StoreError } from "./lease-error.ts";
import type { LeaseState, LeaseStore } from "./model.ts";
import { recordNote, type StoredNote } from "./notes.ts";
import type { OwnEpoch } from "./own-epoch.ts";
import { renewLease, WitnessRenewal } from "./renewal.ts";
import { epochFolder, epochUrl } from "./rules.ts";

export interface KeeperParts {
  /** LITESTREAM_REPLICA_URL. */
  url: string;
  /** The replica's store, or the reason why it supports no lease. */
  store: LeaseStore | string;
  /** A second store in which the lease is renewed for standbys to see; null without one. */
  witness: LeaseStore | null;
  own: OwnEpoch;
  leaseSeconds: number;
  isStrict: boolean;
  /** Whether changes go on while the lease cannot be confirmed. */
  isLenient: boolean;
  clock: Clock;
  log: Logger;
}

const RETRY_MS = SECOND_MS;
/** Share of LEASE_SECONDS, counted from before the renewal, for which a confirmation holds; the rest is for slow clocks. */
const CONFIRMED_SHARE = 0.9;

/** Tracks whether this machine still leads its epoch. A lost lease stays lost until the process ends. */
export class LeaseKeeper {
  #standing: LeaseState = { kind: "unknown" };
  /** Whether the store refuses to create an existing name; null until tested. */
  #isConditional: boolean | null = null;
  /** Time at which the lease was last found held, in Unix milliseconds. */
  #confirmedAt: number | null = null;
  /** performance.now() before the store was asked at that time. */
  #confirmedFrom = Number.NEGATIVE_INFINITY;
  readonly #atWitness = new WitnessRenewal();

  constructor(readonly parts: KeeperParts) {}

  get epoch(): number {
    return this.parts.own.epoch;
  }

  /** Replica URL of this epoch alone. */
  get replica(): string {
    return epochUrl(this.parts.url, this.epoch);
  }

  /** As last found, unless that is too long ago. */
  get standing(): LeaseState {
    if (this.#standing.kind !== "held" || !this.#isExpired) return this.#standing;
    return { kind: "unreachable", reason: "the store does not answer", since: this.#confirmedAt ?? 0 };
  }

  get #isExpired(): boolean {
    const validMs = this.parts.leaseSeconds * SECOND_MS * CONFIRMED_SHARE;
    return performance.now() - this.#confirmedFrom > validMs;
  }

  get confirmedAt(): number | null {
    return this.#confirmedAt;
  }

  /** Reason for refusing changes; null if the lease permits them. */
  stopReason(): string | null {
    const { standing } = this;
    const { isStrict, isLenient } = this.parts;
    const mayLead =
      standing.kind === "unreachable"
        ? isLenient || this.#isConditional === false || !(isStrict || this.#isExpired)
        : standing.kind !== "lost" && standing.kind !== "handed_over";
    return mayLead ? null : describeStanding(standing, this.epoch);
  }

  /**
   * Checks whether this directory may lead, before anything is written. Waits up to LEASE_SECONDS for an unreachable
   * store. @param hasWaited whether this machine already waited for the previous leader, as a promotion does
   * @throws LeaseError if another machine leads, this one handed over its epoch, or LEASE_STRICT cannot be met
   */
  async acquire(signal: AbortSignal, hasWaited = false): Promise<void> {
    const { leaseSeconds, isStrict, log, store } = this.parts;
    if (isStrict && typeof store === "string") throw new LeaseError(`LEASE_STRICT cannot be met: ${store}.`);
    // Monotonic: setting the system clock neither shortens nor prolongs the wait.
    const deadline = performance.now() + leaseSeconds * SECOND_MS;
    while (!signal.aborted) {
      const standing = await this.#check(true);
      if (standing.kind === "lost" || standing.kind === "handed_over")
        throw new LeaseError(
          `${describeStanding(standing, this.epoch)} This machine can no longer start on this directory.`,
        );
      if (isStrict && standing.kind === "none")
        throw new LeaseError(`LEASE_STRICT cannot be met: ${standing.reason}.`);
      const waitMs = standing.kind === "unreachable" ? null : hasWaited ? 0 : await this.#previousLeaderMs();
      if (waitMs !== null) return pause(waitMs, signal);
      const reason = describeStanding(this.#standing, this.epoch);
      if (performance.now() >= deadline)
        return log.warn("started without the lease", { reason, accepts_changes: this.stopReason() === null });
      log.warn("the lease cannot be checked yet", { reason });
      await pause(RETRY_MS, signal);
    }
  }

  /** Checks once, as at start, without waiting, and without renewing: nothing may be accepted by it. */
  checkAtStart(): Promise<LeaseState> {
    return this.#check(false);
  }

  async #check(renews: boolean): Promise<LeaseState> {
    const { store } = this.parts;
    if (typeof store === "string") return this.#take({ kind: "none", reason: store });
    const from = performance.now();
    return this.#take(
      await this.#ask(async () => {
        this.#isConditional = await supportsConditionalCreate(store);
        if (renews) await this.#renew(store);
        const newest = await newestEpoch(store);
        if (newest > this.epoch) return lostTo(newest, await readClaim(store, newest));
        const handOver = await readHandOver(store, this.epoch);
        return handOver === null ? this.#findIntact(store) : { kind: "handed_over", at: handOver.at };
      }),
      from,
    );
  }

  /** Renews and checks the lease. Returns whether its standing changed. */
  async look(): Promise<boolean> {
    if (this.#standing.kind === "lost") return false;
    const before = this.#standing.kind;
    const { store } = this.parts;
    const from = performance.now();
    if (typeof store === "string") this.#standing = { kind: "none", reason: store };
    else
      this.#take(
        await this.#ask(async () => {
          // Unknown after a start without the store.
          this.#isConditional ??= await supportsConditionalCreate(store);
          await this.#renew(store);
          return this.#findIntact(store);
        }),
        from,
      );
    return this.#standing.kind !== before;
  }

  /** Checks whether another process of this directory handed over the epoch. */
  async checkHandOver(): Promise<void> {
    const { store } = this.parts;
    if (typeof store === "string") return;
    const mark = await readHandOver(store, this.epoch).catch(() => null);
    if (mark !== null) this.#take({ kind: "handed_over", at: mark.at });
  }

  /** @throws StoreError; LeaseError if the lease is not held right now */
  async requireHeld(): Promise<void> {
    const { store } = this.parts;
    if (typeof store === "string") return;
    const found = await (this.parts.isStrict ? this.#findIntact(store) : this.#find(store));
    if (found.kind === "lost") this.#take(found);
    if (found.kind === "lost" || this.#standing.kind === "handed_over")
      throw new LeaseError(describeStanding(this.#standing, this.epoch));
  }

  /** Stores a note of the log in the replica, before its publication. @throws StoreError, LeaseError */
  async recordNote(note: StoredNote): Promise<void> {
    const { store } = this.parts;
    if (typeof store === "string") return;
    await recordNote(store, this.epoch, note);
    await this.requireHeld();
  }

  /** Milliseconds to wait for the previous leader; null, with the standing unreachable, if the store cannot tell. */
  async #previousLeaderMs(): Promise<number | null> {
    const { leaseSeconds, clock, store } = this.parts;
    if (typeof store === "string" || this.epoch === 0) return 0;
    try {
      return await previousLeaderMs(store, { epoch: this.epoch, leaseSeconds, now: clock.now() });
    } catch (error) {
      this.#take(this.#unreachable(error));
      return null;
    }
  }

  /** @throws StoreError */
  async #renew(store: LeaseStore): Promise<void> {
    if (this.#isConditional === false || this.#standing.kind === "handed_over") return;
    void this.#atWitness.renew(this.parts);
    await renewLease(store, this.epoch, this.parts.clock.now());
  }

  /** @throws StoreError also if the replica cannot give back everything */
  async #findIntact(store: LeaseStore): Promise<LeaseState> {
    const found = await this.#find(store);
    if (found.kind !== "lost") await store.requireIntact?.(epochFolder(this.epoch));
    return found;
  }

  async #find(store: LeaseStore): Promise<LeaseState> {
    const { epoch, holder } = this.parts.own;
    const [next, own] = await Promise.all([readClaim(store, epoch + 1), readClaim(store, epoch)]);
    if (next !== null) return lostTo(epoch + 1, next);
    if (holder !== "" && own === null)
      throw new StoreError(
        `the claim of epoch ${epoch} is not there; is this the store, and its disk mounted?`,
      );
    if (own !== null && own.holder !== holder) return lostTo(epoch, own);
    return this.#isConditional === false ? { kind: "none", reason: UNCONDITIONAL } : { kind: "held" };
  }

  async #ask(find: () => Promise<LeaseState>): Promise<LeaseState> {
    try {
      return await find();
    } catch (error) {
      return this.#unreachable(error);
    }
  }

  /** The standing after an error of the store. @throws any other error */
  #unreachable(error: unknown): LeaseState {
    if (!(error instanceof StoreError)) throw error;
    const since = this.#standing.kind === "unreachable" ? this.#standing.since : this.parts.clock.now();
    return { kind: "unreachable", reason: error.message, since };
  }

  /** @param from performance.now() before the store was asked */
  #take(standing: LeaseState, from = Number.NEGATIVE_INFINITY): LeaseState {
    if (this.#standing.kind === "lost") return this.#standing;
    if (this.#standing.kind === "handed_over" && standing.kind !== "lost") return this.#standing;
    this.#standing = standing;
    if (standing.kind === "held") {
      this.#confirmedAt = this.parts.clock.now();
      this.#confirmedFrom = from;
    }
    return standing;
  }
}
