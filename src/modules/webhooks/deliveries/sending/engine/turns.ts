import type { Sql, Tx } from "../../../../../db/sql.ts";
import { WriteUnavailable } from "../../../../../db/write-errors.ts";
import { describeError } from "../../../../../kit/process/log.ts";
import { findStep } from "../../../../platform/clock-step/index.ts";
import type { Lease } from "../claim-deliveries.ts";
import { Receivers } from "../receivers.ts";
import type { EndedAttempt } from "../sender.ts";
import { Attempts } from "./attempts.ts";
import { DueWatch } from "./due-watch.ts";
import type { EngineParts } from "./engine-parts.ts";
import { Gathering } from "./gathering.ts";
import { Outcomes } from "./outcomes.ts";
import { Rates } from "./rates.ts";
import { Rest } from "./rest.ts";
import { Slots } from "./slots.ts";
import { type Supply, supply, supplyNothing } from "./supply.ts";

/** The claims of one commit, so that they can be undone if it fails. */
interface Turn {
  ended: EndedAttempt[];
  given: Map<number, number>;
  forgetNews: () => void;
}

interface TurnResult {
  supplies: Supply[];
  isPaused: boolean;
}

/** Delay after a failed commit. */
const RETRY_WRITE_MS = 250;

/** The engine's turns: each commits the outcomes of attempts and claims the next records, which are then sent. */
export class Turns {
  readonly #slots: Slots;
  readonly #outcomes: Outcomes;
  readonly #attempts: Attempts;
  readonly #watch: DueWatch;
  readonly #rates: Rates;
  readonly #gathering: Gathering;
  readonly #rest: Rest;
  #isHolding = true;
  #isPaused = false;
  #turning: Promise<void> | null = null;
  #isWaitingToWrite = false;
  #idle: (() => void)[] = [];

  constructor(
    private readonly parts: EngineParts,
    private readonly lease: Lease,
  ) {
    const { policy, random, log, db } = parts;
    const { writer } = db;
    this.#slots = new Slots(parts.limits);
    this.#rates = new Rates(parts, (webhookId) => {
      this.#watch.resume(db.read, webhookId);
      this.#turn();
    });
    this.#gathering = new Gathering(parts.timers, () => this.#turn());
    this.#rest = new Rest(writer.counts);
    this.#outcomes = new Outcomes({ leaseId: lease.id, policy, random, log, writer, slots: this.#slots });
    const shared = { slots: this.#slots, outcomes: this.#outcomes, rates: this.#rates };
    this.#attempts = new Attempts(parts, shared, () => this.#turn());
    this.#watch = new DueWatch(this.#slots, this.#attempts.ahead);
  }

  get inFlight(): number {
    return this.#slots.busy;
  }

  /** Whether this process has claimed a record whose outcome is not stored yet. */
  isHeld(deliveryId: number): boolean {
    return this.#outcomes.isHeld(deliveryId);
  }

  begin(sql: Sql): void {
    this.#watch.begin(sql);
  }

  /** Records may be due. */
  noteNews(): void {
    this.#watch.noteNews();
    this.#turn();
  }

  /** Claimed records may not be sent now, or not as they were claimed. */
  noteHolding(): void {
    this.#attempts.recallChanged();
  }

  /** Starts sending. */
  release(): void {
    this.#isHolding = false;
  }

  /** Starts no more attempts. */
  hold(): void {
    this.#isHolding = true;
    this.#attempts.giveBackAll();
    this.#turn();
  }

  /** Abandons every attempt without an answer. */
  abandon(): void {
    this.#attempts.abandon();
  }

  /** Handles work that becomes due with time: pauses, retries, probes. */
  look(now: number): void {
    this.#isPaused = this.parts.isPaused(this.parts.db.read);
    // Another process may have changed a webhook.
    this.#attempts.recallChanged();
    if (this.#isPaused) this.#attempts.giveBackAll();
    else this.#attempts.giveBackIdle(now);
    this.#watch.scan(this.parts.db.read, now);
    this.#turn();
  }

  /** Resolves when no attempt is in progress and all outcomes are stored. */
  settled(): Promise<void> {
    if (this.#isIdle()) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #isIdle(): boolean {
    return this.#slots.busy === 0 && this.#outcomes.count === 0 && this.#turning === null;
  }

  get #maySend(): boolean {
    return !this.#isHolding && !this.#isPaused;
  }

  #hasWork(): boolean {
    if (this.#outcomes.count > 0 || this.#attempts.wantsClaims) return true;
    return this.#maySend && this.#slots.hasFree && (this.#watch.hasNews || this.#slots.canGive);
  }

  /** Starts claimed records, commits, and continues while there are outcomes to store or records to claim. */
  #turn(): void {
    this.#launchAhead();
    if (this.#turning !== null || this.#isWaitingToWrite || !this.#hasWork() || this.#mayGather()) return;
    this.#turning = this.#takeTurns().finally(() => {
      this.#turning = null;
      if (this.#hasWork()) this.#turn();
      else if (this.#isIdle()) for (const resolve of this.#idle.splice(0)) resolve();
    });
  }

  /** Whether the next commit may wait for more outcomes, since all free slots have claims without it. */
  #mayGather(): boolean {
    const { ahead, wantsClaims } = this.#attempts;
    const isCalm = ahead.size > 0 && ahead.low.size === 0 && !wantsClaims;
    return isCalm && !this.#watch.hasNews && this.#gathering.mayWait(this.#outcomes.count);
  }

  #launchAhead(): void {
    if (this.#maySend) this.#attempts.launch();
  }

  async #takeTurns(): Promise<void> {
    this.#rest.begin();
    while (this.#hasWork() && !this.#isWaitingToWrite && !this.#mayGather()) {
      const turn: Turn = { ended: [], given: new Map(), forgetNews: () => {} };
      this.#gathering.end();
      try {
        // Alone: a turn is hundreds of statements, and requests' changes pass between turns.
        const result = await this.parts.db.writer.run((tx) => this.#work(tx, turn), "lasting", true);
        this.#take(result, turn);
        await this.#rested(turn.ended.length, result.supplies);
      } catch (error) {
        this.#undo(turn);
        this.parts.log.warn("deliveries could not be written", { error: describeError(error) });
        if (!(error instanceof WriteUnavailable)) await this.#outcomes.keepOneByOne();
        this.#isWaitingToWrite = true;
        this.parts.timers.after(RETRY_WRITE_MS, () => {
          this.#isWaitingToWrite = false;
          this.#turn();
        });
      }
    }
  }

  /** Waits after a turn if requests need the time. */
  async #rested(outcomes: number, supplies: readonly Supply[]): Promise<void> {
    const now = this.parts.clock.now();
    const late = supplies.flatMap(({ claims }) => claims.map(({ record }) => now - record.next_attempt_at));
    const lateMs = late.length === 0 ? null : Math.max(...late);
    const ms = this.#rest.after({ outcomes, lateMs }, performance.now());
    if (ms > 0 && !this.#isHolding)
      await new Promise<void>((resolve) => this.parts.timers.after(ms, resolve));
  }

  /** Work of one transaction: stores the outcomes since the last one, then claims records for free slots. */
  #work(tx: Tx, turn: Turn): TurnResult {
    this.#attempts.beginTurn();
    turn.ended = this.#outcomes.takeAll();
    turn.given = this.#attempts.takeWanted();
    const receivers = new Receivers(tx);
    this.#outcomes.keepAll(tx, turn.ended, receivers);
    const isPaused = this.parts.isPaused(tx);
    if (!this.#maySend || isPaused) return { supplies: supplyNothing(turn.given), isPaused };
    if (this.#watch.hasNews) turn.forgetNews = this.#watch.lookAround(tx);
    // Claims ahead go first: slots are then assigned outside of transactions.
    const { ahead } = this.#attempts;
    if (ahead.size === 0)
      for (const [webhookId, count] of this.#slots.give())
        turn.given.set(webhookId, (turn.given.get(webhookId) ?? 0) + count);
    const terms = {
      receivers,
      rates: this.#rates,
      lease: this.lease,
      retryMaxMs: this.parts.policy.maxMs,
      isTimeHeld: (sql: Sql) => findStep(sql, this.parts.clock) !== null,
    };
    return { supplies: supply(tx, { given: turn.given, ahead }, terms), isPaused };
  }

  #take({ supplies, isPaused }: TurnResult, turn: Turn): void {
    const { ahead } = this.#attempts;
    this.#isPaused = isPaused;
    this.#outcomes.release(turn.ended);
    for (const { webhookId, slots, claims, mayHaveMore, isHeldBack } of supplies) {
      for (const claim of claims) this.#outcomes.hold(claim);
      // Attempts may have ended while the commit was flushed.
      const isOvertaking = this.#attempts.hasOlder(webhookId);
      const now = isOvertaking ? [] : claims.slice(0, slots);
      const later = isOvertaking || ahead.roomOf(webhookId) === 0 ? [] : claims.slice(slots);
      const returned = claims.slice(now.length + later.length);
      this.#outcomes.giveBack(returned);
      if (returned.length > 0) this.#watch.noteNews();
      if (now.length < slots) this.#slots.release(webhookId, slots - now.length);
      ahead.add(webhookId, { claims: later, mayHaveMore }, this.parts.clock.now());
      if (!mayHaveMore && returned.length === 0 && ahead.peek(webhookId) === undefined)
        this.#slots.withdraw(webhookId);
      this.#attempts.send(now);
      if (isHeldBack) this.#rates.resumeLater(webhookId);
    }
    if (!this.#maySend) this.#attempts.giveBackAll();
    this.#launchAhead();
  }

  #undo(turn: Turn): void {
    for (const [webhookId, count] of turn.given) this.#slots.release(webhookId, count);
    this.#outcomes.putBack(turn.ended);
    turn.forgetNews();
  }
}
