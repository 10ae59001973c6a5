import type { Database } from "../../../db/database.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import { WriteUnavailable } from "../../../db/write-errors.ts";
import { MINUTE_MS, SECOND_MS } from "../../../kit/clock.ts";
import { describeError } from "../../../kit/log.ts";
import type { Timers } from "../../../kit/timers.ts";
import { notePastPause } from "../../platform/state/index.ts";
import { type Condition, FAILURES_TO_OPEN, probeIntervalMs } from "./breaker.ts";
import { type Claim, claimDeliveries, type Lease } from "./claim-deliveries.ts";
import { findDue, findNews, newestDeliveryId } from "./find-due.ts";
import { newLeaseId } from "./lease.ts";
import { isTime, type Pace, pace } from "./pace.ts";
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
  /** Whether sending is paused now. */
  isPaused: (sql: Sql) => boolean;
  /** Reads and writes the time at which an engine last ran. */
  heartbeat: { last: (sql: Sql) => number | null; beat: (tx: Tx) => void };
}

/** The claims and outcomes of one commit, kept so that a failed commit can be undone. */
interface Turn {
  ended: Ended[];
  given: Map<number, number>;
  newestSeen: number;
  hadNews: boolean;
}

/** The result of one commit. */
interface TurnResult {
  claims: Claim[];
  /** Slots that found nothing due, by webhook. */
  unused: [webhookId: number, count: number][];
  exhausted: number[];
  isPaused: boolean;
}

/** Added to the attempt's time limit: time to store its outcome. */
const LEASE_MARGIN_MS = 20 * SECOND_MS;
/** Delay after a failed commit. */
const RETRY_WRITE_MS = 250;
const HEARTBEAT_MS = 30 * SECOND_MS;
/** A shorter stop of the process does not extend any deadline. */
const SHORT_GAP_MS = 2 * MINUTE_MS;
/** The search for due records takes at most this share of the time, however many webhooks are waiting. */
const SCAN_SHARE = 0.02;

/**
 * Sends due deliveries to partners' receivers (contract section 9). All state is in the database: a claim is
 * committed before its record is sent, and its outcome in a later commit, which also claims the next records. A crash
 * at any moment therefore loses nothing, and interrupted attempts are sent again.
 */
export class DeliveryEngine {
  readonly #lease: Lease;
  readonly #slots: Slots;
  readonly #sender: Sender;
  #ended: Ended[] = [];
  /** Claimed records whose outcome is not stored yet. */
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

  /** Attempts in progress. */
  get inFlight(): number {
    return this.#slots.busy;
  }

  /** Recovers the records of an earlier process, then sends records as they become due. */
  async start(): Promise<void> {
    this.#stopListening = this.parts.db.writer.listen("deliveries", () => {
      this.#hasNews = true;
      this.#turn();
    });
    await this.tick();
  }

  /**
   * Runs once a second: retries and probes that are due, expired leases, pauses that began or ended. Never throws.
   */
  tick(): Promise<void> {
    this.#ticking ??= this.#tick()
      .catch((error) =>
        this.parts.log.error("the delivery engine's tick failed", { error: describeError(error) }),
      )
      .finally(() => {
        this.#ticking = null;
      });
    return this.#ticking;
  }

  /**
   * Starts nothing more and waits up to this many milliseconds for attempts in progress; unanswered records are
   * released, to be sent again.
   */
  async stop(waitMs: number): Promise<void> {
    this.#state = "stopping";
    this.#stopListening();
    await this.#ticking;
    const disarm = this.parts.timers.after(waitMs, () => this.#sender.abandon());
    await this.#whenIdle();
    disarm();
  }

  /** Resolves when no attempt is in progress and every outcome is stored. */
  #whenIdle(): Promise<void> {
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

  /** Excludes the downtime from waiting records' deadlines, and releases a dead sender's records at once. */
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

  /** Commits, starts the claimed attempts, and repeats while there is something to store or to claim. */
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

  /** Stores all outcomes since the last transaction, then claims records for the free slots, in one transaction. */
  #work(tx: Tx, turn: Turn): TurnResult {
    turn.ended = this.#ended.splice(0);
    const { policy, isPaused } = this.parts;
    const result: TurnResult = { claims: [], unused: [], exhausted: [], isPaused: false };
    for (const ended of turn.ended) this.#keep(tx, ended);
    result.isPaused = isPaused(tx);
    if (!this.#maySend || result.isPaused) return result;
    if (this.#hasNews) this.#lookAround(tx);
    turn.given = this.#slots.give();
    const interval = probeIntervalMs(policy.maxMs);
    for (const [webhookId, count] of turn.given) {
      const { claims, mayHaveMore } = claimDeliveries(tx, webhookId, count, this.#lease, interval);
      result.claims.push(...claims);
      if (claims.length < count) result.unused.push([webhookId, count - claims.length]);
      if (!mayHaveMore) result.exhausted.push(webhookId);
    }
    return result;
  }

  #keep(tx: Tx, ended: Ended): void {
    const { policy, random } = this.parts;
    if (ended.judgement === null) {
      releaseClaim(tx, ended.claim.record.id, this.#lease.id);
      return;
    }
    const condition = recordAttempt(tx, ended, this.#lease.id, policy, random());
    if (condition !== null) this.#noteCondition(ended, condition);
  }

  /** Stores outcomes one by one after a failed transaction, so that one bad outcome does not hold up the others. */
  async #keepOneByOne(): Promise<void> {
    for (const ended of this.#ended.splice(0)) {
      const { id } = ended.claim.record;
      try {
        await this.parts.db.writer.run((tx) => this.#keep(tx, ended), "lasting");
        this.#held.delete(id);
      } catch (error) {
        if (error instanceof WriteUnavailable) this.#ended.push(ended);
        else this.#held.delete(id);
        this.parts.log.error("the outcome of a delivery could not be stored", {
          delivery_id: id,
          error: describeError(error),
        });
      }
    }
  }

  /** When a probe closes a circuit, the webhook's waiting records are due at once. */
  #noteCondition({ claim: { receiver, isProbe }, judgement }: Attempted, after: Condition): void {
    const [isSlow, isOpen] = [after.is_slow === 1, after.probe_at !== null];
    const fields = { webhook_id: receiver.id, partner_id: receiver.partner_id };
    if (judgement.isGone) this.parts.log.warn("receiver is gone", fields);
    if (isOpen && receiver.probe_at === null && after.consecutive_failures === FAILURES_TO_OPEN)
      this.parts.log.warn("receiver is failing; only probes are sent from now on", fields);
    if (isProbe && !isOpen) this.parts.log.info("receiver answers again", fields);
    this.#slots.update(receiver.id, isSlow, isOpen);
    if (isProbe && !isOpen)
      this.#slots.offer({ webhookId: receiver.id, partnerId: receiver.partner_id, isSlow, isOpen });
  }

  /** Finds webhooks with new work: by the newest ids, or by a full search if an old record became due again. */
  #lookAround(tx: Tx): void {
    this.#hasNews = false;
    const { candidates, newest } = findNews(tx, this.#newestSeen, tx.now);
    const found = newest > this.#newestSeen ? candidates : findDue(tx, tx.now);
    this.#newestSeen = newest;
    for (const candidate of found) this.#slots.offer(candidate);
  }

  #take({ claims, unused, exhausted, isPaused }: TurnResult, turn: Turn): void {
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

  /** Sends a claim. The next turn stores its outcome. */
  async #attempt(claim: Claim): Promise<void> {
    const ended = await this.#sender.send(claim);
    this.#slots.release(claim.receiver.id, 1);
    this.#ended.push(ended);
    this.#turn();
  }
}
