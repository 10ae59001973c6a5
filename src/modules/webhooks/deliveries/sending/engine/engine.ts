import { MINUTE_MS, SECOND_MS } from "../../../../../kit/clock.ts";
import { describeError } from "../../../../../kit/process/log.ts";
import { notePastPause } from "../../../../platform/state/index.ts";
import { newLeaseId } from "../lease.ts";
import { listDeadHolders, listExpired, recoverExpired, recoverFrom } from "../recover-leases.ts";
import type { EngineParts } from "./engine-parts.ts";
import { isTime, type Pace, pace } from "./pace.ts";
import { Turns } from "./turns.ts";

/** Time beyond an attempt's timeout, in which its outcome is stored. */
const LEASE_MARGIN_MS = 20 * SECOND_MS;
const HEARTBEAT_MS = 30 * SECOND_MS;
/** A shorter interruption of the process counts as running. */
const SHORT_GAP_MS = 2 * MINUTE_MS;

/**
 * Sends due records to partners' receivers (contract section 9). All state is in the database: a claim is committed
 * before its record is sent, and its outcome in a later commit, which also claims the next records. A crash therefore
 * loses nothing, and interrupted attempts are repeated.
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

  /** Number of attempts in progress. */
  get inFlight(): number {
    return this.#turns.inFlight;
  }

  /** Releases records that an earlier process left, then sends records as they become due. */
  async start(): Promise<void> {
    const { writer } = this.parts.db;
    const ends = [
      writer.listen("deliveries", () => this.#hear(() => this.#turns.noteNews())),
      writer.listen("holding", () => this.#hear(() => this.#turns.noteHolding())),
    ];
    this.#stopListening = () => {
      for (const end of ends) end();
    };
    await this.tick();
  }

  /** Handles due retries and probes, expired leases and changed pauses; called once a second. Never throws. */
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
   * Starts no more attempts and waits up to `waitMs` for those in progress. Unanswered ones are released and sent again
   * later.
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

  /** A fault here would end the writer, which calls it. */
  #hear(note: () => void): void {
    try {
      note();
    } catch (error) {
      this.parts.log.error("deliveries could not be looked after", { error: describeError(error) });
    }
  }

  async #tick(): Promise<void> {
    const { db, clock } = this.parts;
    if (this.#isNew) await this.#takeUp();
    if (this.#isNew || this.#isStopping) return;
    const now = clock.now();
    const isOurs = (id: number) => this.#turns.isHeld(id);
    const isRecovering = listExpired(db.read, now, isOurs).length > 0;
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
   * Time in which no process ran does not count toward a round; records leased to a dead sender are released at once.
   */
  async #takeUp(): Promise<void> {
    const { db, heartbeat } = this.parts;
    this.#turns.begin(db.read);
    await db.writer.run((tx) => {
      const last = heartbeat.last(tx);
      if (last !== null && tx.now - last > SHORT_GAP_MS) notePastPause(tx, "stopped", last);
      heartbeat.beat(tx);
    });
    for (const holder of listDeadHolders(db.read, this.#leaseId))
      while ((await db.writer.run((tx) => recoverFrom(tx, holder))) > 0);
    this.#isNew = false;
    if (!this.#isStopping) this.#turns.release();
  }
}
