import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { readDatabase } from "../../../db/reader.ts";
import type { Sql } from "../../../db/sql.ts";
import { type Clock, isoUtc, SECOND_MS } from "../../../kit/clock.ts";
import { pause } from "../../../kit/pause.ts";
import type { Logger } from "../../../kit/process/log.ts";
import { type LeaseStore, newestEpoch } from "../lease/index.ts";
import { findEpoch, type Program } from "../replication/index.ts";
import { CanaryAge, readCanary } from "./canary.ts";
import { Copy, deleteCopies } from "./copy.ts";

export interface FollowerParts {
  /** Folder of the copies. */
  folder: string;
  /** LITESTREAM_REPLICA_URL. */
  url: string;
  store: LeaseStore | string;
  program: Program;
  leaseSeconds: number;
  /** Why this machine's keys cannot open the copy's secrets; null if they do. */
  keyFault: (live: Sql) => string | null;
  clock: Clock;
  log: Logger;
}

/** State of a standby's copy. */
export interface CopyState {
  /** Epoch of the copy; null before the replica is first found. */
  epoch: number | null;
  /** Time since which this copy is in use, ISO 8601; null before the first. */
  copy_since: string | null;
  /** Age of the leader's newest canary in the copy; null before the first. */
  lag_seconds: number | null;
  /** Number of complete restores. */
  restores: number;
  /** Fault; null if the copy follows. */
  fault: string | null;
}

/** State before the first restore completes, which is not a fault. */
export const FIRST_RESTORE_PENDING = "nothing is restored yet";

const FIRST_WAIT_MS = SECOND_MS;
const LONGEST_WAIT_MS = 30 * SECOND_MS;

/**
 * Follows the replica of the newest epoch. A copy that Litestream no longer updates may be malformed and cannot be
 * resumed, so each exit of Litestream and each new epoch starts a complete restore beside the current copy, which is
 * replaced once the new one is complete.
 */
export class Follower {
  #epoch: number | null = null;
  #current: { directory: string; since: number } | null = null;
  readonly #canary = new CanaryAge();
  #restores = 0;
  #fault: string | null = FIRST_RESTORE_PENDING;
  /** Found at the last look: a rotation on the leader may have replaced its master key. */
  #keyFault: string | null = null;
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

  get state(): CopyState {
    this.#readCopy();
    const age = this.#canary.age(this.parts.clock.now(), performance.now());
    return {
      epoch: this.#epoch,
      copy_since: this.#current === null ? null : isoUtc(this.#current.since),
      lag_seconds: age === null ? null : Math.round(age / SECOND_MS),
      restores: this.#restores,
      fault: this.#fault ?? this.#keyFault,
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
        this.#fault = this.#describeFault((error as Error).message);
        this.parts.log.warn("the standby is not following", { fault: this.#fault });
      }
      if (failures > 0)
        await pause(Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS), this.#stopping.signal);
    }
  }

  /** The fault, with the copy that is still available. */
  #describeFault(fault: string): string {
    return this.#current === null
      ? fault
      : `${fault}; the copy of ${isoUtc(this.#current.since)} is kept but no longer follows`;
  }

  /** Restores and follows until Litestream exits or a newer epoch begins. */
  async #followOnce(): Promise<void> {
    const { folder, url, store, program, clock, log } = this.parts;
    const { epoch, replica } = await findEpoch({ url, store, program, at: null });
    const copy = await Copy.start({ program, replica, folder, name: `e${epoch}-${clock.now()}` });
    try {
      await copy.ready(this.#stopping.signal);
      this.#current = { directory: copy.directory, since: clock.now() };
      this.#epoch = epoch;
      this.#restores++;
      this.#fault = null;
      deleteCopies(folder, copy.directory);
      log.info("the standby is following", { epoch, restores: this.#restores });
      const reason = await this.#waitForEnd(copy, epoch);
      if (reason !== null) log.info("the standby starts a new restore", { reason });
    } finally {
      await copy.end();
      // Removes a copy that was not put into use: repeated failures must not fill the disk.
      if (this.#current?.directory !== copy.directory) deleteCopies(folder, this.#current?.directory ?? null);
    }
  }

  /** Waits until this copy must be replaced and returns the reason; null if the standby stops. */
  async #waitForEnd(copy: Copy, epoch: number): Promise<string | null> {
    const { url, store, program, leaseSeconds, log } = this.parts;
    const exited = new AbortController();
    void copy.exited.then(() => exited.abort());
    const ended = AbortSignal.any([this.#stopping.signal, exited.signal]);
    for (;;) {
      await pause((leaseSeconds * SECOND_MS) / 3, ended);
      if (this.#stopping.signal.aborted) return null;
      if (exited.signal.aborted) {
        this.#fault = `Litestream exited: ${copy.lastLine}`;
        return this.#fault;
      }
      try {
        const hasNewer = typeof store !== "string" && (await newestEpoch(store)) > epoch;
        if (!hasNewer) continue;
        const newest = await findEpoch({ url, store, program, at: null });
        if (newest.epoch > epoch) return `epoch ${newest.epoch} began`;
      } catch (error) {
        log.warn("the newest epoch cannot be read", { fault: (error as Error).message });
      }
    }
  }

  /** A copy that is being written may be unreadable; what was last found then remains. */
  #readCopy(): void {
    if (this.#current === null) return;
    try {
      readDatabase(join(this.#current.directory, "live.db"), (sql) => {
        const at = readCanary(sql);
        if (at !== null) this.#canary.note(at, performance.now());
        this.#keyFault = this.parts.keyFault(sql);
      });
    } catch {
      // The next call reads it.
    }
  }
}
