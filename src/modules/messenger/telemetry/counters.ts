import type { Database } from "../../../db/database.ts";
import { type Clock, HOUR_MS } from "../../../kit/clock.ts";
import { addCounter, type Counter, type CounterKind } from "./store.ts";

const PLAYER_ROUTES = /^\w+ \/api\/(messenger|telegram)\/(?!admin\/|ops\/)/;

/** Whether a route template belongs to players or the webhook. */
export function isPlayerRoute(route: string): boolean {
  return PLAYER_ROUTES.test(route);
}

/** Exceeds the number of known codes; further ones are not counted. */
const MAX_PENDING = 1_000;

/** Counts refusals and duplicates in memory; `flush` stores the counts. */
export class MessengerCounters {
  #pending = new Map<string, Counter>();
  /** Removed from #pending, not committed yet. */
  #taken: Counter[] = [];
  /** The last flush: one at a time, so that none stores the counters of another. */
  #flushed: Promise<void> = Promise.resolve();

  constructor(
    private readonly clock: Clock,
    private readonly live: Database,
  ) {}

  /** Counts a refused request of a player or the bot; ignores all other routes. */
  noteAnswer(route: string, refusal: string | null): void {
    if (refusal === null || !isPlayerRoute(route)) return;
    this.count(route.endsWith("/webhook") ? "bot_refusal" : "refusal", refusal);
  }

  /** @param code an error code or a kind of update: few distinct values */
  count(kind: CounterKind, code: string): void {
    const now = this.clock.now();
    const hour = Math.floor(now / HOUR_MS);
    const name = `${hour} ${kind} ${code}`;
    const known = this.#pending.get(name);
    if (known !== undefined) {
      known.count++;
      known.last_at = now;
    } else if (this.#pending.size < MAX_PENDING) {
      this.#pending.set(name, { hour, kind, code, count: 1, last_at: now });
    }
  }

  /** Counters that are not stored yet. */
  pending(): Counter[] {
    return [...this.#taken, ...this.#pending.values()];
  }

  /** Stores the counters; after a failed write they remain pending. @throws WriteUnavailable */
  flush(): Promise<void> {
    this.#flushed = this.#flushed.catch(() => {}).then(() => this.#store());
    return this.#flushed;
  }

  async #store(): Promise<void> {
    await this.#storeTaken();
    this.#taken = [...this.#pending.values()];
    this.#pending = new Map();
    await this.#storeTaken();
  }

  async #storeTaken(): Promise<void> {
    const taken = this.#taken;
    if (taken.length === 0) return;
    await this.live.writer.run((tx) => {
      for (const counter of taken) addCounter(tx, counter);
    }, "lasting");
    this.#taken = [];
  }
}
