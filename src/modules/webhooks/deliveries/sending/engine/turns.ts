import type { Sql, Tx } from "../../../../../db/sql.ts";
import { WriteUnavailable } from "../../../../../db/write-errors.ts";
import { describeError } from "../../../../../kit/process/log.ts";
import { findStep } from "../../../../platform/clock-step/index.ts";
import type { Claim, Lease } from "../claim-deliveries.ts";
import { type ReceiverRow, Receivers } from "../receivers.ts";
import { type EndedAttempt, Sender } from "../sender.ts";
import { Ahead } from "./ahead.ts";
import { DueWatch } from "./due-watch.ts";
import type { EngineParts } from "./engine-parts.ts";
import { Gathering } from "./gathering.ts";
import { Outcomes } from "./outcomes.ts";
import { PostedAhead } from "./posted-ahead.ts";
import { Permits } from "./permits.ts";
import { Rates } from "./rates.ts";
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
  readonly #sender: Sender;
  readonly #outcomes: Outcomes;
  readonly #ahead = new Ahead();
  readonly #postedAhead = new PostedAhead();
  readonly #watch: DueWatch;
  readonly #permits: Permits;
  readonly #rates: Rates;
  readonly #gathering: Gathering;
  /** Assigned slots for which the next commit must claim records, by webhook. */
  #wanted = new Map<number, number>();
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
    this.#slots = new Slots(parts.limits);
    this.#sender = new Sender(parts);
    this.#watch = new DueWatch(this.#slots, this.#ahead);
    this.#permits = new Permits(db.read, parts.isPaused);
    this.#rates = new Rates(parts, (webhookId) => {
      this.#watch.resume(db.read, webhookId);
      this.#turn();
    });
    this.#gathering = new Gathering(parts.timers, () => this.#turn());
    const { writer } = db;
    this.#outcomes = new Outcomes({ leaseId: lease.id, policy, random, log, writer, slots: this.#slots });
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

  noteNews(): void {
    this.#permits.forget();
    for (const receiver of this.#postedAhead.receivers)
      if (!this.#permits.maySend(receiver)) this.#sender.recall(receiver.id);
    this.#watch.noteNews();
    this.#turn();
  }

  /** Starts sending. */
  release(): void {
    this.#isHolding = false;
  }

  /** Starts no more attempts. */
  hold(): void {
    this.#isHolding = true;
    this.#outcomes.giveBack(this.#ahead.dropAll());
    this.#recall(this.#postedAhead.receivers);
    this.#turn();
  }

  /** Abandons every attempt without an answer. */
  abandon(): void {
    this.#sender.abandon();
  }

  /** Handles work that becomes due with time: pauses, retries, probes. */
  look(now: number): void {
    this.#isPaused = this.parts.isPaused(this.parts.db.read);
    this.#outcomes.giveBack(this.#isPaused ? this.#ahead.dropAll() : this.#ahead.dropIdle(now));
    this.#recall(this.#isPaused ? this.#postedAhead.receivers : this.#postedAhead.idle(now));
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

  #recall(receivers: readonly ReceiverRow[]): void {
    for (const { id } of receivers) this.#sender.recall(id);
  }

  get #maySend(): boolean {
    return !this.#isHolding && !this.#isPaused;
  }

  #hasWork(): boolean {
    if (this.#outcomes.count > 0 || this.#wanted.size > 0) return true;
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
    const isCalm = this.#ahead.size > 0 && this.#ahead.low.size === 0 && this.#wanted.size === 0;
    return isCalm && !this.#watch.hasNews && this.#gathering.mayWait(this.#outcomes.count);
  }

  /** Gives free slots, and those waiting for claims, to records claimed ahead. */
  #launchAhead(): void {
    if (this.#ahead.size === 0 || !this.#maySend) return;
    const wanted = this.#wanted;
    this.#wanted = new Map();
    for (const [webhookId, count] of wanted) this.#fill(webhookId, count);
    for (const [webhookId, count] of this.#slots.give()) this.#fill(webhookId, count);
    if (this.#sender.keepsLanes && !this.#slots.isScarce)
      for (const webhookId of this.#ahead.webhookIds) this.#postAhead(webhookId);
  }

  /** Sends records claimed ahead unless their webhook has changed; the next commit claims the missing ones. */
  #fill(webhookId: number, count: number): void {
    const claims = this.#takeAhead(webhookId, count);
    const missing = count - claims.length;
    if (missing > 0) this.#wanted.set(webhookId, (this.#wanted.get(webhookId) ?? 0) + missing);
    for (const claim of claims) void this.#attempt(claim);
  }

  /** Posts records claimed ahead that take over the slots of others of their webhook. */
  #postAhead(webhookId: number): void {
    const room = this.#postedAhead.roomOf(webhookId);
    if (room === 0 || this.#slots.busyOf(webhookId) === 0) return;
    for (const claim of this.#takeAhead(webhookId, room)) {
      this.#postedAhead.add(claim, this.parts.clock.now());
      void this.#attempt(claim);
    }
  }

  /** Takes records claimed ahead to send them now; if their webhook has changed, they are given back. */
  #takeAhead(webhookId: number, count: number): Claim[] {
    const next = this.#ahead.peek(webhookId);
    if (next !== undefined && !this.#permits.maySend(next.receiver)) {
      this.#outcomes.giveBack(this.#ahead.drop(webhookId));
      this.#sender.recall(webhookId);
    }
    const { claims, isExhausted } = this.#ahead.take(webhookId, count, this.parts.clock.now());
    if (isExhausted) this.#slots.withdraw(webhookId);
    return claims;
  }

  async #takeTurns(): Promise<void> {
    while (this.#hasWork() && !this.#isWaitingToWrite && !this.#mayGather()) {
      const turn: Turn = { ended: [], given: new Map(), forgetNews: () => {} };
      this.#gathering.end();
      try {
        // Alone: a turn is hundreds of statements, and requests' changes pass between turns.
        this.#take(await this.parts.db.writer.run((tx) => this.#work(tx, turn), "lasting", true), turn);
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

  /** Work of one transaction: stores the outcomes since the last one, then claims records for free slots. */
  #work(tx: Tx, turn: Turn): TurnResult {
    turn.ended = this.#outcomes.takeAll();
    turn.given = this.#wanted;
    this.#wanted = new Map();
    const receivers = new Receivers(tx);
    this.#outcomes.keepAll(tx, turn.ended, receivers);
    const isPaused = this.parts.isPaused(tx);
    if (!this.#maySend || isPaused) return { supplies: supplyNothing(turn.given), isPaused };
    if (this.#watch.hasNews) turn.forgetNews = this.#watch.lookAround(tx);
    // Claims ahead go first: slots are then assigned outside of transactions.
    if (this.#ahead.size === 0)
      for (const [webhookId, count] of this.#slots.give())
        turn.given.set(webhookId, (turn.given.get(webhookId) ?? 0) + count);
    const terms = {
      receivers,
      rates: this.#rates,
      lease: this.lease,
      retryMaxMs: this.parts.policy.maxMs,
      isTimeHeld: (sql: Sql) => findStep(sql, this.parts.clock) !== null,
    };
    return { supplies: supply(tx, { given: turn.given, ahead: this.#ahead }, terms), isPaused };
  }

  #take({ supplies, isPaused }: TurnResult, turn: Turn): void {
    this.#isPaused = isPaused;
    this.#outcomes.release(turn.ended);
    for (const { webhookId, slots, claims, mayHaveMore, isHeldBack } of supplies) {
      for (const claim of claims) this.#outcomes.hold(claim);
      const now = claims.slice(0, slots);
      const later = claims.slice(slots);
      if (now.length < slots) this.#slots.release(webhookId, slots - now.length);
      this.#ahead.add(webhookId, { claims: later, mayHaveMore }, this.parts.clock.now());
      if (!mayHaveMore && this.#ahead.peek(webhookId) === undefined) this.#slots.withdraw(webhookId);
      for (const claim of now) void this.#attempt(claim);
      if (isHeldBack) this.#rates.resumeLater(webhookId);
    }
    if (!this.#maySend) this.#outcomes.giveBack(this.#ahead.dropAll());
    this.#launchAhead();
  }

  #undo(turn: Turn): void {
    for (const [webhookId, count] of turn.given) this.#slots.release(webhookId, count);
    this.#outcomes.putBack(turn.ended);
    turn.forgetNews();
  }

  /** Sends a claim; the next turn stores its outcome. */
  async #attempt(claim: Claim): Promise<void> {
    this.#rates.note(claim.receiver);
    const { id } = claim.receiver;
    const ended = await this.#sender.send(claim, this.#slots.busyOf(id));
    if (!this.#postedAhead.passSlot(id, this.parts.clock.now())) this.#slots.release(id, 1);
    this.#outcomes.add(ended);
    const isDelivered = ended.judgement?.isDelivered === true;
    const duration = ended.judgement === null ? 0 : ended.endedAt - ended.startedAt;
    this.#outcomes.giveBack(this.#ahead.note(id, isDelivered, duration));
    this.#turn();
  }
}
