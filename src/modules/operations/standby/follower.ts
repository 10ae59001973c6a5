import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { readDatabase } from "../../../db/reader.ts";
import { type Clock, isoUtc, SECOND_MS } from "../../../kit/clock.ts";
import type { Logger } from "../../../kit/process/log.ts";
import { type LeaseStore, newestEpoch } from "../lease/index.ts";
import { findEpoch, type Program } from "../replication/index.ts";
import { CanaryAge, readCanary } from "./canary.ts";
import { Copy, removeCopies } from "./copy.ts";

export interface FollowerParts {
  /** Where copies are kept. */
  folder: string;
  /** As LITESTREAM_REPLICA_URL. */
  url: string;
  store: LeaseStore | string;
  program: Program;
  leaseSeconds: number;
  clock: Clock;
  log: Logger;
}

/** How a standby's copy stands. */
export interface Followed {
  /** Null before the replica was first found. */
  epoch: number | null;
  /** ISO 8601: since when this copy is in place; null before the first. */
  copy_since: string | null;
  /** Age of the leader's newest canary in the copy; null before the first. */
  lag_seconds: number | null;
  /** How often it was restored afresh. */
  restores: number;
  /** What is wrong; null where it follows. */
  fault: string | null;
}

/** Before the first restore is over: no fault yet. */
export const NOTHING_YET = "nothing is restored yet";

const FIRST_WAIT_MS = SECOND_MS;
const LONGEST_WAIT_MS = 30 * SECOND_MS;

/**
 * Follows the newest epoch's replica. A copy that Litestream has stopped keeping up may be malformed, and cannot be
 * taken up again: each end of Litestream, and each new epoch, restores afresh beside the copy in place, which is
 * exchanged once the new one is whole.
 */
export class Follower {
  #epoch: number | null = null;
  #place: { directory: string; since: number } | null = null;
  readonly #canary = new CanaryAge();
  #restores = 0;
  #fault: string | null = NOTHING_YET;
  #running: Promise<void> = Promise.resolve();
  readonly #stopping = new AbortController();

  constructor(private readonly parts: FollowerParts) {}

  start(): void {
    this.#running = this.#follow();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  get state(): Followed {
    this.#readCanary();
    const age = this.#canary.age(this.parts.clock.now(), performance.now());
    return {
      epoch: this.#epoch,
      copy_since: this.#place === null ? null : isoUtc(this.#place.since),
      lag_seconds: age === null ? null : Math.round(age / SECOND_MS),
      restores: this.#restores,
      fault: this.#fault,
    };
  }

  async #follow(): Promise<void> {
    mkdirSync(this.parts.folder, { recursive: true, mode: 0o700 });
    let failures = 0;
    while (!this.#stopping.signal.aborted) {
      const before = this.#restores;
      try {
        await this.#followOnce();
        failures = this.#restores > before ? 0 : failures + 1;
      } catch (error) {
        failures++;
        this.#fault = this.#words((error as Error).message);
        this.parts.log.warn("the standby does not follow", { fault: this.#fault });
      }
      if (failures > 0) await this.#rest(Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS));
    }
  }

  /** The error, and the state that is available in spite of it. */
  #words(fault: string): string {
    return this.#place === null
      ? fault
      : `${fault}; the copy of ${isoUtc(this.#place.since)} is kept and follows no more`;
  }

  /** From a fresh restore until Litestream ends, or a newer epoch begins. */
  async #followOnce(): Promise<void> {
    const { folder, url, store, program, clock, log } = this.parts;
    const { epoch, replica } = await findEpoch({ url, store, program, at: null });
    const copy = await Copy.begin(program, replica, folder, `e${epoch}-${clock.now()}`);
    try {
      await copy.whole(this.#stopping.signal);
      this.#place = { directory: copy.directory, since: clock.now() };
      this.#epoch = epoch;
      this.#restores++;
      this.#fault = null;
      removeCopies(folder, copy.directory);
      log.info("the standby follows", { epoch, restores: this.#restores });
      const why = await this.#untilOver(copy, epoch);
      if (why !== null) log.info("the standby restores afresh", { why });
    } finally {
      await copy.end();
      // Removes a copy that was not put in place: many of them would fill the disk.
      if (this.#place?.directory !== copy.directory) removeCopies(folder, this.#place?.directory ?? null);
    }
  }

  /** Why this copy is followed no more; null where the standby stops. */
  async #untilOver(copy: Copy, epoch: number): Promise<string | null> {
    const { url, store, program, leaseSeconds, log } = this.parts;
    let hasEnded = false;
    void copy.ended.then(() => {
      hasEnded = true;
    });
    for (;;) {
      await this.#rest((leaseSeconds * SECOND_MS) / 3, copy.ended);
      if (this.#stopping.signal.aborted) return null;
      if (hasEnded) {
        this.#fault = `Litestream ended: ${copy.said}`;
        return this.#fault;
      }
      try {
        const isOlder = typeof store !== "string" && (await newestEpoch(store)) > epoch;
        if (!isOlder) continue;
        const newest = await findEpoch({ url, store, program, at: null });
        if (newest.epoch > epoch) return `epoch ${newest.epoch} began`;
      } catch (error) {
        log.warn("the newest epoch cannot be looked at", { fault: (error as Error).message });
      }
    }
  }

  /** A copy that is being written cannot always be read: then the last canary stands. */
  #readCanary(): void {
    if (this.#place === null) return;
    try {
      const at = readDatabase(join(this.#place.directory, "live.db"), readCanary);
      if (at !== null) this.#canary.note(at, performance.now());
    } catch {
      // The next look reads it.
    }
  }

  async #rest(ms: number, sooner?: Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    const { signal } = this.#stopping;
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
    await Promise.race(sooner === undefined ? [promise] : [promise, sooner]);
    clearTimeout(timer);
  }
}
