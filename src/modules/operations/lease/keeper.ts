import { hostname } from "node:os";
import { type Clock, SECOND_MS } from "../../../kit/clock.ts";
import type { Logger } from "../../../kit/process/log.ts";
import { isConditional, newestEpoch, readClaim, readHandOver } from "./epochs.ts";
import { LeaseError, StoreError } from "./lease-error.ts";
import type { LeaseStore, Standing } from "./model.ts";
import { type KeptNote, keepNote } from "./notes.ts";
import type { OwnEpoch } from "./own-epoch.ts";
import { epochUrl } from "./rules.ts";

export interface KeeperParts {
  /** As LITESTREAM_REPLICA_URL. */
  url: string;
  /** The reason in words where the replica's store has no lease. */
  store: LeaseStore | string;
  own: OwnEpoch;
  leaseSeconds: number;
  isStrict: boolean;
  clock: Clock;
  log: Logger;
}

const RETRY_MS = SECOND_MS;

/** Watches whether this machine still leads its epoch. What is lost stays lost for as long as the process lasts. */
export class LeaseKeeper {
  #standing: Standing = { kind: "unknown" };
  /** Whether the store refuses a second create; null before a trial. */
  #isConditional: boolean | null = null;
  /** Unix milliseconds of the last look that found the lease held. */
  #confirmedAt: number | null = null;

  constructor(readonly parts: KeeperParts) {}

  get epoch(): number {
    return this.parts.own.epoch;
  }

  /** Where this epoch replicates to, and nothing else does. */
  get replica(): string {
    return epochUrl(this.parts.url, this.epoch);
  }

  get standing(): Standing {
    return this.#standing;
  }

  get confirmedAt(): number | null {
    return this.#confirmedAt;
  }

  /** Why changes are refused; null where the lease lets them be. */
  stopReason(): string | null {
    const { kind } = this.#standing;
    if (kind === "lost" || kind === "handed_over") return describe(this.#standing, this.epoch);
    return this.parts.isStrict && kind === "unreachable" ? describe(this.#standing, this.epoch) : null;
  }

  /**
   * Before anything is written: looks whether this directory may lead. A store out of reach is waited for, at most
   * LEASE_SECONDS. @throws LeaseError where another machine leads, or this one handed its epoch over
   */
  async takeUp(signal: AbortSignal): Promise<void> {
    const { leaseSeconds, isStrict, log, store } = this.parts;
    if (isStrict && typeof store === "string") throw new LeaseError(`LEASE_STRICT cannot be kept: ${store}.`);
    // Not by the clock: one that is set meanwhile neither shortens the wait nor prolongs it.
    const deadline = performance.now() + leaseSeconds * SECOND_MS;
    while (!signal.aborted) {
      const standing = await this.tryOut();
      if (standing.kind === "lost" || standing.kind === "handed_over")
        throw new LeaseError(
          `${describe(standing, this.epoch)} This machine starts no more on this directory.`,
        );
      if (isStrict && standing.kind === "none")
        throw new LeaseError(`LEASE_STRICT cannot be kept: ${standing.reason}.`);
      if (standing.kind !== "unreachable") return this.#waitForOthers(store);
      if (performance.now() >= deadline)
        return log.warn("started without the lease", { reason: standing.reason });
      log.warn("the lease cannot be looked at yet", { reason: standing.reason });
      await Bun.sleep(RETRY_MS);
    }
  }

  /** Looks once, as a start does, and waits for nothing. */
  async tryOut(): Promise<Standing> {
    return this.#lookAtStart();
  }

  /** Looks once. Returns whether the standing is another than before. */
  async look(): Promise<boolean> {
    if (this.#standing.kind === "lost") return false;
    const before = this.#standing.kind;
    const { store } = this.parts;
    if (typeof store === "string") this.#standing = { kind: "none", reason: store };
    else this.#take(await this.#ask(() => this.#find(store)).catch(() => this.#ask(() => this.#find(store))));
    return this.#standing.kind !== before;
  }

  /** Looks whether this epoch was handed over, as another process of this directory does it. */
  async lookForHandOver(): Promise<void> {
    const { store } = this.parts;
    if (typeof store === "string") return;
    const mark = await readHandOver(store, this.epoch).catch(() => null);
    if (mark !== null) this.#take({ kind: "handed_over", at: mark.at });
  }

  /** @throws StoreError, LeaseError where the lease is not held at this moment */
  async requireHeld(): Promise<void> {
    const { store } = this.parts;
    if (typeof store === "string") return;
    const found = await this.#find(store);
    if (found.kind === "lost") this.#take(found);
    if (found.kind === "lost" || this.#standing.kind === "handed_over")
      throw new LeaseError(describe(this.#standing, this.epoch));
  }

  /** Keeps a note of the log in the replica, before anybody else sees it. @throws StoreError, LeaseError */
  async keepNote(note: KeptNote): Promise<void> {
    const { store } = this.parts;
    if (typeof store === "string") return;
    await keepNote(store, this.epoch, note);
    await this.requireHeld();
  }

  /** An epoch is led LEASE_SECONDS after its claim: until then the machine before it may not know of it yet. */
  async #waitForOthers(store: LeaseStore | string): Promise<void> {
    const { leaseSeconds, clock } = this.parts;
    if (typeof store === "string" || this.epoch === 0) return;
    const [own, handOver] = await Promise.all([
      readClaim(store, this.epoch),
      readHandOver(store, this.epoch - 1),
    ]);
    if (own === null || handOver !== null) return;
    const leaseMs = leaseSeconds * SECOND_MS;
    const waitMs = Date.parse(own.created_at) + leaseMs - clock.now();
    if (waitMs > 0) await Bun.sleep(Math.min(waitMs, leaseMs));
  }

  async #lookAtStart(): Promise<Standing> {
    const { store } = this.parts;
    if (typeof store === "string") return this.#take({ kind: "none", reason: store });
    return this.#take(
      await this.#ask(async () => {
        this.#isConditional = await isConditional(store);
        const newest = await newestEpoch(store);
        if (newest > this.epoch) return lostTo(newest, await readClaim(store, newest));
        const handOver = await readHandOver(store, this.epoch);
        return handOver === null ? this.#find(store) : { kind: "handed_over", at: handOver.at };
      }),
    );
  }

  async #find(store: LeaseStore): Promise<Standing> {
    const { epoch, holder } = this.parts.own;
    const [next, own] = await Promise.all([
      readClaim(store, epoch + 1),
      epoch === 0 ? null : readClaim(store, epoch),
    ]);
    if (next !== null) return lostTo(epoch + 1, next);
    if (epoch > 0 && own === null) throw new StoreError(`the claim of epoch ${epoch} is not there`);
    if (own !== null && own.holder !== holder) return lostTo(epoch, own);
    return this.#isConditional === false ? { kind: "none", reason: UNCONDITIONAL } : { kind: "held" };
  }

  async #ask(find: () => Promise<Standing>): Promise<Standing> {
    try {
      return await find();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      const since = this.#standing.kind === "unreachable" ? this.#standing.since : this.parts.clock.now();
      return { kind: "unreachable", reason: error.message, since };
    }
  }

  #take(standing: Standing): Standing {
    if (this.#standing.kind === "lost") return this.#standing;
    if (this.#standing.kind === "handed_over" && standing.kind !== "lost") return this.#standing;
    this.#standing = standing;
    if (standing.kind === "held") this.#confirmedAt = this.parts.clock.now();
    return standing;
  }
}

const UNCONDITIONAL = "the store lets a second machine make an object that is there";

function lostTo(epoch: number, claim: { host: string; created_at: string } | null): Standing {
  return { kind: "lost", epoch, host: claim?.host ?? null, at: claim?.created_at ?? null };
}

/** In words for operators: a sentence or two. */
export function describe(standing: Standing, epoch: number): string {
  switch (standing.kind) {
    case "held":
      return `This machine leads epoch ${epoch}.`;
    case "unknown":
      return "The lease has not been looked at yet.";
    case "none":
      return `There is no lease: ${standing.reason}.`;
    case "unreachable":
      return `The lease of epoch ${epoch} cannot be confirmed: ${standing.reason}.`;
    case "handed_over":
      return `Epoch ${epoch} was handed over at ${standing.at}: salute promote makes the next leader.`;
    case "lost":
      return `Another machine${standing.host === null ? "" : ` (${standing.host})`} leads since ${standing.at ?? "an unknown time"}: epoch ${standing.epoch} was claimed, and this directory has epoch ${epoch}.`;
  }
}

/** Which machine this is and whether it leads; null where no replica is configured. */
export function machineWords(lease: LeaseKeeper | null): string | null {
  return lease === null ? null : `Machine ${hostname()}: ${describe(lease.standing, lease.epoch)}`;
}
