import type { Database } from "../../../db/database.ts";
import { type Clock, HOUR_MS } from "../../../kit/clock.ts";
import { addCounter, type Counter, type CounterKind } from "./store.ts";

/** Route templates of players and of the bot. */
const PLAYERS = /^\w+ \/api\/(messenger|telegram)\/(?!admin\/|ops\/)/;

/** More codes than there are: what is past it is not counted. */
const MAX_PENDING = 1_000;

/** Counts in memory what happens often and matters little by itself; `flush` stores it. */
export class MessengerCounters {
  #pending = new Map<string, Counter>();
  /** Taken out of #pending, and not yet committed. */
  #leaving: Counter[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly live: Database,
  ) {}

  /** Counts a refusal of the mini-app's operations; those of operators and all other routes are not counted here. */
  noteAnswer(route: string, refusal: string | null): void {
    if (refusal === null || !PLAYERS.test(route)) return;
    this.count(route.endsWith("/webhook") ? "bot_refusal" : "refusal", refusal);
  }

  /** @param code one of few: codes of the catalog, kinds of updates */
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

  /** What no file holds yet. */
  pending(): Counter[] {
    return [...this.#leaving, ...this.#pending.values()];
  }

  /** What the file does not take stays pending. @throws WriteUnavailable */
  async flush(): Promise<void> {
    if (this.#leaving.length === 0) {
      this.#leaving = [...this.#pending.values()];
      this.#pending = new Map();
    }
    const leaving = this.#leaving;
    if (leaving.length === 0) return;
    await this.live.writer.run((tx) => {
      for (const counter of leaving) addCounter(tx, counter);
    }, "lasting");
    if (this.#leaving === leaving) this.#leaving = [];
  }
}
