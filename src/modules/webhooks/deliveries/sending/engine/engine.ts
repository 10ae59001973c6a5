import { MINUTE_MS, SECOND_MS } from "../../../../../kit/clock.ts";
import { describeError } from "../../../../../kit/process/log.ts";
import { notePastPause } from "../../../../platform/state/index.ts";
import { newLeaseId } from "../lease.ts";
import { findDeadHolders, findExpired, recoverExpired, recoverFrom } from "../recover-leases.ts";
import type { EngineParts } from "./engine-parts.ts";
import { isTime, type Pace, pace } from "./pace.ts";
import { Turns } from "./turns.ts";

/** Longer than an attempt by this much: time to keep its outcome. */
const LEASE_MARGIN_MS = 20 * SECOND_MS;
const HEARTBEAT_MS = 30 * SECOND_MS;
/** A stop of the process shorter than this says nothing. */
const SHORT_GAP_MS = 2 * MINUTE_MS;

/**
 * Sends what is due to partners' receivers (contract section 9). All state is in the file: a claim is committed before
 * its record is sent, and what came of it in a later commit, which claims the next ones too. So a crash at any moment
 * loses nothing, and what it interrupted is sent again.
 */
export class DeliveryEngine {
  readonly #leaseId = newLeaseId();
  readonly #turns: Turns;
  #isNew = true;
  #isStopping = false;
  #ticking: Promise<void> | null = null;
  readonly #beats: Pace = { last: 0, next: 0 };
  #stopListening = () => {};

  constructor(private readonly parts: EngineParts) {
    const lease = { id: this.#leaseId, ms: parts.policy.timeoutMs + LEASE_MARGIN_MS };
    this.#turns = new Turns(parts, lease);
  }

  /** Attempts under way. */
  get inFlight(): number {
    return this.#turns.inFlight;
  }

  /** Takes up what an earlier process left, then sends whatever is due, as it becomes due. */
  async start(): Promise<void> {
    this.#stopListening = this.parts.db.writer.listen("deliveries", () => this.#turns.noteNews());
    await this.tick();
  }

  /** Once a second: retries and probes that are due, leases that ran out, pauses that began or ended. Never throws. */
  tick(): Promise<void> {
    this.#ticking ??= this.#tick()
      .catch((error) =>
        this.parts.log.error("deliveries could not be looked after", { error: describeError(error) }),
      )
      .finally(() => {
        this.#ticking = null;
      });
    return this.#ticking;
  }

  /**
   * Begins nothing more and waits at most this long for what is under way; what is not answered then is given back,
   * to be sent again.
   */
  async stop(waitMs: number): Promise<void> {
    this.#isStopping = true;
    this.#turns.hold();
    this.#stopListening();
    await this.#ticking;
    const disarm = this.parts.timers.after(waitMs, () => this.#turns.abandon());
    await this.#turns.settled();
    disarm();
  }

  async #tick(): Promise<void> {
    const { db, clock } = this.parts;
    if (this.#isNew) await this.#takeUp();
    if (this.#isNew || this.#isStopping) return;
    const now = clock.now();
    const isOurs = (id: number) => this.#turns.isHeld(id);
    const isRecovering = findExpired(db.read, now, isOurs).length > 0;
    if (isRecovering || isTime(this.#beats, now)) {
      await db.writer.run((tx) => {
        recoverExpired(tx, isOurs);
        this.parts.heartbeat.beat(tx);
      });
      pace(this.#beats, now, HEARTBEAT_MS);
    }
    this.#turns.look(now);
  }

  /**
   * The time in which nothing ran does not count against what waited; what a dead sender held is given back at once.
   */
  async #takeUp(): Promise<void> {
    const { db, heartbeat } = this.parts;
    this.#turns.begin(db.read);
    await db.writer.run((tx) => {
      const last = heartbeat.last(tx);
      if (last !== null && tx.now - last > SHORT_GAP_MS) notePastPause(tx, "stopped", last);
      heartbeat.beat(tx);
    });
    for (const holder of findDeadHolders(db.read, this.#leaseId))
      while ((await db.writer.run((tx) => recoverFrom(tx, holder))) > 0);
    this.#isNew = false;
    if (!this.#isStopping) this.#turns.release();
  }
}
