import { SECOND_MS } from "../../../../../kit/clock.ts";
import type { Claim } from "../claim-deliveries.ts";
import { Streaks } from "./streaks.ts";

/** Claims of one webhook without a slot, in the order in which they start. */
interface Queue {
  claims: Claim[];
  /** Whether more may be due than is claimed. */
  mayHaveMore: boolean;
  /** Time of the last claim or start. */
  movedAt: number;
}

/** A success within this time is quick. */
const QUICK_MS = 250;
/** Limits on claims ahead: per webhook, and in total. */
const PER_WEBHOOK = 64;
const TOTAL = 2_048;
/** A queue shorter than this is refilled by the next commit. */
const LOW = 16;
/** Claims without progress for this long are released. */
const IDLE_MS = SECOND_MS;

/** Whether claims have made no progress since then for too long, or the clock was set back. */
export function isIdle(movedAt: number, now: number): boolean {
  return now - movedAt >= IDLE_MS || now < movedAt;
}

/**
 * Records of quick receivers that are claimed before a slot is free for them, so that one commit claims many and a free
 * slot is used at once. Any other outcome than a quick success ends this for its receiver, and idle claims are released.
 */
export class Ahead {
  readonly #queues = new Map<number, Queue>();
  readonly #streaks = new Streaks();
  readonly #low = new Set<number>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Webhooks with few claims left although more records may be due. */
  get low(): ReadonlySet<number> {
    return this.#low;
  }

  /** Notes the outcome of an attempt. Returns the claims to release. */
  note(webhookId: number, isDelivered: boolean, durationMs: number): Claim[] {
    const isQuick = isDelivered && durationMs <= QUICK_MS;
    this.#streaks.note(webhookId, isQuick);
    return isQuick ? [] : this.drop(webhookId);
  }

  /** Number of further records that may be claimed ahead. */
  roomOf(webhookId: number): number {
    if (!this.#streaks.isLong(webhookId)) return 0;
    const waiting = this.#queues.get(webhookId)?.claims.length ?? 0;
    return Math.max(0, Math.min(PER_WEBHOOK - waiting, TOTAL - this.#size));
  }

  add(webhookId: number, { claims, mayHaveMore }: Pick<Queue, "claims" | "mayHaveMore">, now: number): void {
    const queue = this.#queues.get(webhookId) ?? { claims: [], mayHaveMore, movedAt: now };
    queue.claims.push(...claims);
    queue.mayHaveMore = mayHaveMore;
    if (claims.length > 0) queue.movedAt = now;
    this.#size += claims.length;
    if (queue.claims.length > 0) this.#queues.set(webhookId, queue);
    this.#place(webhookId, queue);
  }

  /** More records of a webhook may be due than are claimed. */
  noteMore(webhookId: number): void {
    const queue = this.#queues.get(webhookId);
    if (queue === undefined) return;
    queue.mayHaveMore = true;
    this.#place(webhookId, queue);
  }

  /** The next claim of a webhook; undefined without one. */
  peek(webhookId: number): Claim | undefined {
    return this.#queues.get(webhookId)?.claims[0];
  }

  /** Takes up to `count` claims to start now. `isExhausted`: none are left and nothing more is due. */
  take(webhookId: number, count: number, now: number): { claims: Claim[]; isExhausted: boolean } {
    const queue = this.#queues.get(webhookId);
    if (queue === undefined) return { claims: [], isExhausted: false };
    const claims = queue.claims.splice(0, count);
    queue.movedAt = now;
    this.#size -= claims.length;
    this.#place(webhookId, queue);
    return { claims, isExhausted: queue.claims.length === 0 && !queue.mayHaveMore };
  }

  /** Removes and returns all claims of a webhook; they do not start. */
  drop(webhookId: number): Claim[] {
    const queue = this.#queues.get(webhookId);
    if (queue === undefined) return [];
    const claims = queue.claims.splice(0);
    this.#size -= claims.length;
    this.#place(webhookId, queue);
    return claims;
  }

  /** Webhooks with claims. */
  get webhookIds(): Iterable<number> {
    return this.#queues.keys();
  }

  dropAll(): Claim[] {
    return [...this.#queues.keys()].flatMap((webhookId) => this.drop(webhookId));
  }

  /** Removes and returns claims without recent progress, and all after the clock was set back. */
  dropIdle(now: number): Claim[] {
    const idle = [...this.#queues].filter(([, { movedAt }]) => isIdle(movedAt, now));
    return idle.flatMap(([webhookId]) => this.drop(webhookId));
  }

  #place(webhookId: number, { claims, mayHaveMore }: Queue): void {
    if (claims.length === 0) this.#queues.delete(webhookId);
    if (claims.length > 0 && claims.length < LOW && mayHaveMore) this.#low.add(webhookId);
    else this.#low.delete(webhookId);
  }
}
