import { SECOND_MS } from "../../../../../kit/clock.ts";
import type { Claim } from "../claim-deliveries.ts";
import type { ReceiverRow } from "../receivers.ts";

interface Posted {
  /** As it was when the last of them was posted. */
  receiver: ReceiverRow;
  count: number;
  /** Time of the last post or end of an attempt. */
  movedAt: number;
}

/** Limit for each webhook. */
const PER_WEBHOOK = 12;
/** Without progress for this long they are recalled. */
const IDLE_MS = SECOND_MS;

/**
 * Counts the claims that are posted before a slot is free for them. The poster starts each when another of its webhook
 * ends, whose slot it takes over: a receiver need not wait for this thread, which may be busy with a commit.
 */
export class PostedAhead {
  readonly #posted = new Map<number, Posted>();

  /** Number of further claims that may be posted ahead. */
  roomOf(webhookId: number): number {
    return PER_WEBHOOK - (this.#posted.get(webhookId)?.count ?? 0);
  }

  add({ receiver }: Claim, now: number): void {
    const count = (this.#posted.get(receiver.id)?.count ?? 0) + 1;
    this.#posted.set(receiver.id, { receiver, count, movedAt: now });
  }

  /** Call it when an attempt has ended. Returns whether another one has taken over its slot. */
  passSlot(webhookId: number, now: number): boolean {
    const posted = this.#posted.get(webhookId);
    if (posted === undefined) return false;
    posted.count--;
    posted.movedAt = now;
    if (posted.count === 0) this.#posted.delete(webhookId);
    return true;
  }

  /** Webhooks with claims posted ahead. */
  get receivers(): ReceiverRow[] {
    return [...this.#posted.values()].map(({ receiver }) => receiver);
  }

  /** Those without recent progress, and all after the clock was set back. */
  idle(now: number): ReceiverRow[] {
    const idle = [...this.#posted.values()].filter(
      ({ movedAt }) => now - movedAt >= IDLE_MS || now < movedAt,
    );
    return idle.map(({ receiver }) => receiver);
  }
}
