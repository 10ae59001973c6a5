import type { Claim } from "../claim-deliveries.ts";
import { FAST_MS } from "../posting/lanes.ts";
import type { ReceiverRow } from "../receivers.ts";
import { Sender } from "../sender.ts";
import { Ahead } from "./ahead.ts";
import type { EngineParts } from "./engine-parts.ts";
import type { Outcomes } from "./outcomes.ts";
import { Permits } from "./permits.ts";
import { PostedAhead } from "./posted-ahead.ts";
import type { Rates } from "./rates.ts";
import type { Slots } from "./slots.ts";

interface Shared {
  slots: Slots;
  outcomes: Outcomes;
  rates: Rates;
}

/** Sends claims: those of free slots, and ahead of them those of quick receivers. Their outcomes wait for the next commit. */
export class Attempts {
  readonly ahead = new Ahead();
  readonly #postedAhead = new PostedAhead();
  readonly #sender: Sender;
  readonly #permits: Permits;
  /** Assigned slots for which the next commit must claim records, by webhook. */
  #wanted = new Map<number, number>();
  /** Webhooks whose claims were given back since the last turn began, or are on their way back. */
  readonly #returned = new Set<number>();

  /** @param ended called after each attempt */
  constructor(
    private readonly parts: EngineParts,
    private readonly shared: Shared,
    private readonly ended: () => void,
  ) {
    this.#sender = new Sender(parts);
    this.#permits = new Permits(parts.db.read, parts.isPaused);
  }

  /** Whether slots wait for the claims of a commit. */
  get wantsClaims(): boolean {
    return this.#wanted.size > 0;
  }

  beginTurn(): void {
    for (const id of this.#returned) if (!this.#postedAhead.isWaiting(id)) this.#returned.delete(id);
  }

  /** Whether older records than those that the turn has claimed for the webhook are due again, and come first. */
  hasOlder(webhookId: number): boolean {
    return this.#returned.has(webhookId);
  }

  /** Takes the slots for which this commit claims records. */
  takeWanted(): Map<number, number> {
    const wanted = this.#wanted;
    this.#wanted = new Map();
    return wanted;
  }

  /** Sends claims that have slots. */
  send(claims: readonly Claim[]): void {
    for (const claim of claims) void this.#attempt(claim, false);
  }

  /** Gives free slots, and those waiting for claims, to records claimed ahead; then posts further ones ahead of slots. */
  launch(): void {
    if (this.ahead.size === 0) return;
    const { slots } = this.shared;
    for (const [webhookId, count] of this.takeWanted()) this.#fill(webhookId, count);
    for (const [webhookId, count] of slots.give()) this.#fill(webhookId, count);
    if (this.#sender.keepsLanes && !slots.isScarce)
      for (const webhookId of this.ahead.webhookIds) this.#postAhead(webhookId);
  }

  /** Gives back every claim that has no slot. */
  giveBackAll(): void {
    this.#giveBack(this.ahead.dropAll(), this.#postedAhead.receivers);
  }

  /** Gives back claims without a slot that made no progress for a while. */
  giveBackIdle(now: number): void {
    this.#giveBack(this.ahead.dropIdle(now), this.#postedAhead.idle(now));
  }

  /** After a commit that may have changed webhooks: what waits to be posted to those that changed returns. */
  recallChanged(): void {
    this.#permits.forget();
    const changed = this.#postedAhead.receivers.filter((receiver) => !this.#permits.maySend(receiver));
    this.#giveBack([], changed);
  }

  /** Abandons every attempt without an answer. */
  abandon(): void {
    this.#sender.abandon();
  }

  #giveBack(claims: readonly Claim[], posted: readonly ReceiverRow[]): void {
    this.shared.outcomes.giveBack(claims);
    for (const { receiver } of claims) this.#returned.add(receiver.id);
    for (const { id } of posted) {
      this.#returned.add(id);
      this.#sender.recall(id);
    }
  }

  /** Sends records claimed ahead; the next commit claims the missing ones. */
  #fill(webhookId: number, count: number): void {
    const claims = this.#takeAhead(webhookId, count);
    const missing = count - claims.length;
    if (missing > 0) this.#wanted.set(webhookId, (this.#wanted.get(webhookId) ?? 0) + missing);
    this.send(claims);
  }

  /** Posts records claimed ahead that take over the slots of others of their webhook. */
  #postAhead(webhookId: number): void {
    const room = this.#postedAhead.roomOf(webhookId);
    if (room === 0 || this.shared.slots.busyOf(webhookId) === 0) return;
    for (const claim of this.#takeAhead(webhookId, room)) {
      this.#postedAhead.add(claim, this.parts.clock.now());
      void this.#attempt(claim, true);
    }
  }

  /** Takes records claimed ahead to send them now; if their webhook has changed, they are given back. */
  #takeAhead(webhookId: number, count: number): Claim[] {
    const next = this.ahead.peek(webhookId);
    if (next !== undefined && !this.#permits.maySend(next.receiver))
      this.#giveBack(this.ahead.drop(webhookId), [next.receiver]);
    const { claims, isExhausted } = this.ahead.take(webhookId, count, this.parts.clock.now());
    if (isExhausted) this.shared.slots.withdraw(webhookId);
    return claims;
  }

  async #attempt(claim: Claim, isAhead: boolean): Promise<void> {
    const { slots, outcomes, rates } = this.shared;
    const { id } = claim.receiver;
    rates.note(claim.receiver);
    const ended = await this.#sender.send(claim, { atOnce: slots.busyOf(id), isAhead });
    if (!this.#postedAhead.passSlot(id, this.parts.clock.now())) slots.release(id, 1);
    outcomes.add(ended);
    if (ended.judgement !== null)
      this.#note(id, ended.judgement.isDelivered, ended.endedAt - ended.startedAt);
    this.ended();
  }

  #note(webhookId: number, isDelivered: boolean, tookMs: number): void {
    const isFast = isDelivered && tookMs <= FAST_MS;
    this.#giveBack(this.ahead.note(webhookId, isDelivered, tookMs), []);
    // Claims posted ahead come back unsent now. Those that were claimed after them are released too, to keep the order.
    if (!isFast && this.#postedAhead.isWaiting(webhookId)) {
      this.#returned.add(webhookId);
      this.#giveBack(this.ahead.drop(webhookId), []);
    }
    this.#postedAhead.note(webhookId, isFast);
  }
}
