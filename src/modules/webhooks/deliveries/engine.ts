import type { Database } from "../../../db/database.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import { WriteUnavailable } from "../../../db/writer.ts";
import { MINUTE_MS, SECOND_MS } from "../../../kit/clock.ts";
import { describeError } from "../../../kit/log.ts";
import type { Timers } from "../../../kit/timers.ts";
import { notePastPause } from "../../platform/state/index.ts";
import { type Condition, FAILURES_TO_OPEN, probeIntervalMs } from "./breaker.ts";
import { type Claim, claimDeliveries, type Lease } from "./claim-deliveries.ts";
import { findDue, findNews, newestDeliveryId } from "./find-due.ts";
import { newLeaseId } from "./lease.ts";
import { isTime, type Pace, pace } from "./pace.ts";
import { Receivers } from "./receivers.ts";
import { type Attempted, recordAttempt, releaseClaim } from "./record-attempt.ts";
import { findDeadHolders, findExpired, recoverExpired, recoverFrom } from "./recover-leases.ts";
import type { RetryPolicy } from "./retry.ts";
import { type Ended, Sender, type SenderParts } from "./sender.ts";
import { type SlotLimits, Slots } from "./slots.ts";

export interface EngineParts extends SenderParts {
  db: { read: Database["read"]; writer: Pick<Database["writer"], "run" | "listen"> };
  timers: Timers;
  policy: RetryPolicy & { timeoutMs: number };
  limits: SlotLimits;
  /** From 0 to under 1. */
  random: () => number;
  /** Whether nothing may be sent now. */
  isPaused: (sql: Sql) => boolean;
  /** When an engine last said that it ran, and saying so. */
  heartbeat: { last: (sql: Sql) => number | null; beat: (tx: Tx) => void };
}

/** What one commit took on, so that it can be undone where the commit fails. */
interface Turn {
  ended: Ended[];
  given: Map<number, number>;
  newestSeen: number;
  hadNews: boolean;
}

/** What one commit brought. */
interface Brought {
  claims: Claim[];
  /** Slots given that found nothing due, by webhook. */
  unused: [webhookId: number, count: number][];
  exhausted: number[];
  isPaused: boolean;
}

/** Longer than an attempt by this much: time to keep its outcome. */
const LEASE_MARGIN_MS = 20 * SECOND_MS;
/** After a commit that failed. */
const RETRY_WRITE_MS = 250;
const HEARTBEAT_MS = 30 * SECOND_MS;
/** A stop of the process shorter than this says nothing. */
const SHORT_GAP_MS = 2 * MINUTE_MS;
/** Looking for what is due takes at most this share of the time, however many webhooks wait. */
const SCAN_SHARE = 0.02;

/**
 * Sends what is due to partners' receivers (contract section 9). All state is in the file: a claim is committed before
 * its record is sent, and what came of it in a later commit, which claims the next ones too. So a crash at any moment
 * loses nothing, and what it interrupted is sent again.
 */
export class DeliveryEngine {
  readonly #lease: Lease;
  readonly #slots: Slots;
  readonly #sender: Sender;
  #ended: Ended[] = [];
  /** Records that we claimed and whose outcome is not kept yet. */
  readonly #held = new Set<number>();
  #newestSeen = 0;
  #hasNews = false;
  #isPaused = false;
  #state: "new" | "running" | "stopping" = "new";
  #turning: Promise<void> | null = null;
  #ticking: Promise<void> | null = null;
  readonly #scans: Pace = { last: 0, next: 0 };
  readonly #beats: Pace = { last: 0, next: 0 };
  #isWaitingToWrite = false;
  #stopListening = () => {};
  #idle: (() => void)[] = [];

  constructor(private readonly parts: EngineParts) {
    this.#lease = { id: newLeaseId(), ms: parts.policy.timeoutMs + LEASE_MARGIN_MS };
    this.#slots = new Slots(parts.limits);
    this.#sender = new Sender(parts);
  }

  /** Attempts under way. */
  get inFlight(): number {
    return this.#slots.busy;
  }

  /** Takes up what an earlier process left, then sends whatever is due, as it becomes due. */
  async start(): Promise<void> {
    this.#stopListening = this.parts.db.writer.listen("deliveries", () => {
      this.#hasNews = true;
      this.#turn();
    });
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
    this.#state = "stopping";
    this.#stopListening();
    await this.#ticking;
    const disarm = this.parts.timers.after(waitMs, () => this.#sender.abandon());
    await this.#settled();
    disarm();
  }

  /** Resolves when nothing is under way and everything that ended is kept. */
  #settled(): Promise<void> {
    if (this.#isIdle()) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #isIdle(): boolean {
    return this.#slots.busy === 0 && this.#ended.length === 0 && this.#turning === null;
  }

  async #tick(): Promise<void> {
    const { db, clock } = this.parts;
    if (this.#state === "new") await this.#takeUp();
    if (this.#state !== "running") return;
    const now = clock.now();
    const isOurs = (id: number) => this.#held.has(id);
    const isRecovering = findExpired(db.read, now, isOurs).length > 0;
    if (isRecovering || isTime(this.#beats, now)) {
      await db.writer.run((tx) => {
        recoverExpired(tx, isOurs);
        this.parts.heartbeat.beat(tx);
      });
      pace(this.#beats, now, HEARTBEAT_MS);
    }
    this.#isPaused = this.parts.isPaused(db.read);
    if (isTime(this.#scans, now)) this.#scan(now);
    this.#turn();
  }

  #scan(now: number): void {
    const startedAt = performance.now();
    for (const candidate of findDue(this.parts.db.read, now)) this.#slots.offer(candidate);
    pace(this.#scans, now, (performance.now() - startedAt) / SCAN_SHARE);
  }

  /**
   * The time in which nothing ran does not count against what waited; what a dead sender held is given back at once.
   */
  async #takeUp(): Promise<void> {
    const { db, heartbeat } = this.parts;
    this.#newestSeen = newestDeliveryId(db.read);
    await db.writer.run((tx) => {
      const last = heartbeat.last(tx);
      if (last !== null && tx.now - last > SHORT_GAP_MS) notePastPause(tx, "stopped", last);
      heartbeat.beat(tx);
    });
    for (const holder of findDeadHolders(db.read, this.#lease.id))
      while ((await db.writer.run((tx) => recoverFrom(tx, holder))) > 0);
    if (this.#state === "new") this.#state = "running";
  }

  get #maySend(): boolean {
    return this.#state === "running" && !this.#isPaused;
  }

  #hasWork(): boolean {
    if (this.#ended.length > 0) return true;
    return this.#maySend && this.#slots.hasFree && (this.#hasNews || this.#slots.canGive);
  }

  /** Commits, launches, and goes on for as long as there is something to keep or to claim. */
  #turn(): void {
    if (this.#turning !== null || this.#isWaitingToWrite || !this.#hasWork()) return;
    this.#turning = this.#takeTurns().finally(() => {
      this.#turning = null;
      if (this.#hasWork()) this.#turn();
      else if (this.#isIdle()) for (const resolve of this.#idle.splice(0)) resolve();
    });
  }

  async #takeTurns(): Promise<void> {
    while (this.#hasWork() && !this.#isWaitingToWrite) {
      const turn: Turn = {
        ended: [],
        given: new Map(),
        newestSeen: this.#newestSeen,
        hadNews: this.#hasNews,
      };
      try {
        this.#take(await this.parts.db.writer.run((tx) => this.#work(tx, turn), "lasting"), turn);
      } catch (error) {
        this.#undo(turn);
        this.parts.log.warn("deliveries could not be written", { error: describeError(error) });
        if (!(error instanceof WriteUnavailable)) await this.#keepOneByOne();
        this.#isWaitingToWrite = true;
        this.parts.timers.after(RETRY_WRITE_MS, () => {
          this.#isWaitingToWrite = false;
          this.#turn();
        });
      }
    }
  }

  /** One transaction: keeps all that ended since the last, then claims for the slots that are free. */
  #work(tx: Tx, turn: Turn): Brought {
    turn.ended = this.#ended.splice(0);
    const { policy, isPaused } = this.parts;
    const brought: Brought = { claims: [], unused: [], exhausted: [], isPaused: false };
    const receivers = new Receivers(tx);
    for (const ended of turn.ended) this.#keep(tx, ended, receivers);
    brought.isPaused = isPaused(tx);
    if (!this.#maySend || brought.isPaused) return brought;
    if (this.#hasNews) this.#lookAround(tx);
    turn.given = this.#slots.give();
    const terms = { receivers, lease: this.#lease, probeIntervalMs: probeIntervalMs(policy.maxMs) };
    for (const [webhookId, count] of turn.given) {
      const { claims, mayHaveMore } = claimDeliveries(tx, webhookId, count, terms);
      brought.claims.push(...claims);
      if (claims.length < count) brought.unused.push([webhookId, count - claims.length]);
      if (!mayHaveMore) brought.exhausted.push(webhookId);
    }
    return brought;
  }

  #keep(tx: Tx, ended: Ended, receivers: Receivers): void {
    const { policy, random } = this.parts;
    if (ended.judgement === null) {
      releaseClaim(tx, ended.claim.record.id, this.#lease.id);
      return;
    }
    const condition = recordAttempt(tx, ended, { receivers, leaseId: this.#lease.id, policy, random });
    if (condition !== null) this.#noteCondition(ended, condition);
  }

  /** After a transaction that failed by its work: what can be kept is, and one that cannot stands in nobody's way. */
  async #keepOneByOne(): Promise<void> {
    for (const ended of this.#ended.splice(0)) {
      const { id } = ended.claim.record;
      try {
        await this.parts.db.writer.run((tx) => this.#keep(tx, ended, new Receivers(tx)), "lasting");
        this.#held.delete(id);
      } catch (error) {
        if (error instanceof WriteUnavailable) this.#ended.push(ended);
        else this.#held.delete(id);
        this.parts.log.error("what came of a delivery could not be kept", {
          delivery_id: id,
          error: describeError(error),
        });
      }
    }
  }

  /** A circuit that a probe closed lets what waits go at once. */
  #noteCondition({ claim: { receiver, isProbe }, judgement }: Attempted, after: Condition): void {
    const [isSlow, isOpen] = [after.is_slow === 1, after.probe_at !== null];
    const fields = { webhook_id: receiver.id, partner_id: receiver.partner_id };
    if (judgement.isGone) this.parts.log.warn("receiver is gone", fields);
    if (isOpen && receiver.probe_at === null && after.consecutive_failures === FAILURES_TO_OPEN)
      this.parts.log.warn("receiver fails, and is probed from now on", fields);
    if (isProbe && !isOpen) this.parts.log.info("receiver answers again", fields);
    this.#slots.update(receiver.id, isSlow, isOpen);
    if (isProbe && !isOpen)
      this.#slots.offer({ webhookId: receiver.id, partnerId: receiver.partner_id, isSlow, isOpen });
  }

  /**
   * Something was made, or an old record became due again: the newest ids tell which, else all that is due is sought.
   */
  #lookAround(tx: Tx): void {
    this.#hasNews = false;
    const { candidates, newest } = findNews(tx, this.#newestSeen, tx.now);
    const found = newest > this.#newestSeen ? candidates : findDue(tx, tx.now);
    this.#newestSeen = newest;
    for (const candidate of found) this.#slots.offer(candidate);
  }

  #take({ claims, unused, exhausted, isPaused }: Brought, turn: Turn): void {
    this.#isPaused = isPaused;
    for (const [webhookId, count] of unused) this.#slots.release(webhookId, count);
    for (const webhookId of exhausted) this.#slots.withdraw(webhookId);
    for (const { claim } of turn.ended) this.#held.delete(claim.record.id);
    for (const claim of claims) {
      this.#held.add(claim.record.id);
      void this.#attempt(claim);
    }
  }

  #undo(turn: Turn): void {
    for (const [webhookId, count] of turn.given) this.#slots.release(webhookId, count);
    this.#ended.unshift(...turn.ended);
    this.#newestSeen = turn.newestSeen;
    this.#hasNews ||= turn.hadNews;
  }

  /** Sends a claim. Its outcome is kept by the next turn. */
  async #attempt(claim: Claim): Promise<void> {
    const ended = await this.#sender.send(claim);
    this.#slots.release(claim.receiver.id, 1);
    this.#ended.push(ended);
    this.#turn();
  }
}
