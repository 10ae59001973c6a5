import type { Claim } from "../claim-deliveries.ts";
import type { ReceiverRow } from "../receivers.ts";
import { isIdle } from "./ahead.ts";
import { Streaks } from "./streaks.ts";

interface Waiting {
  /** As it was when the last of them was posted. */
  receiver: ReceiverRow;
  count: number;
  /** Time of the last post or end of an attempt. */
  movedAt: number;
}

/** Limit for each webhook. */
const PER_WEBHOOK = 12;

/**
 * Counts the claims of fast receivers that are posted before a slot is free for them. The poster starts each when another of
 * its webhook ends, whose slot it takes over: a receiver need not wait for this thread, which may be busy with a commit.
 */
export class PostedAhead {
  readonly #waiting = new Map<number, Waiting>();
  /** Fast successes: another receiver would keep its slots for too long, and claims that come back cost twice. */
  readonly #streaks = new Streaks();

  /** Number of further claims that may be posted ahead. */
  roomOf(webhookId: number): number {
    if (!this.#streaks.isLong(webhookId)) return 0;
    return PER_WEBHOOK - (this.#waiting.get(webhookId)?.count ?? 0);
  }

  isWaiting(webhookId: number): boolean {
    return this.#waiting.has(webhookId);
  }

  /** Notes the outcome of an attempt. */
  note(webhookId: number, isFast: boolean): void {
    this.#streaks.note(webhookId, isFast);
  }

  add({ receiver }: Claim, now: number): void {
    const count = (this.#waiting.get(receiver.id)?.count ?? 0) + 1;
    this.#waiting.set(receiver.id, { receiver, count, movedAt: now });
  }

  /** Call it when an attempt has ended. Returns whether another one has taken over its slot. */
  passSlot(webhookId: number, now: number): boolean {
    const waiting = this.#waiting.get(webhookId);
    if (waiting === undefined) return false;
    waiting.count--;
    waiting.movedAt = now;
    if (waiting.count === 0) this.#waiting.delete(webhookId);
    return true;
  }

  /** Webhooks with claims posted ahead. */
  get receivers(): ReceiverRow[] {
    return [...this.#waiting.values()].map(({ receiver }) => receiver);
  }

  /** Webhooks whose claims have waited for too long since the last one was sent. */
  idle(now: number): ReceiverRow[] {
    const idle = [...this.#waiting.values()].filter(({ movedAt }) => isIdle(movedAt, now));
    return idle.map(({ receiver }) => receiver);
  }
}
