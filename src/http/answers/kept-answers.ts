import type { Cacheable } from "./answer.ts";

const MAX_ANSWERS = 1_000;
const MAX_CHARACTERS = 8_192;

/**
 * Answers that depend only on their query, in limited memory: recently requested ones stay. The first request for an
 * answer only notes a hash of its query, so that queries which never return keep nothing alive.
 */
export class KeptAnswers {
  readonly #seen = new Set<number>();
  #recent = new Map<string, Cacheable>();
  #earlier = new Map<string, Cacheable>();

  get isEmpty(): boolean {
    return this.#recent.size === 0;
  }

  find(query: string): Cacheable | null {
    const recent = this.#recent.get(query);
    if (recent !== undefined) return recent;
    const earlier = this.#earlier.get(query);
    if (earlier === undefined) return null;
    this.#put(query, earlier);
    return earlier;
  }

  keep(query: string, answer: Cacheable): void {
    if (typeof answer.body !== "string" || query.length + answer.body.length > MAX_CHARACTERS) return;
    if (this.#wasSeen(query)) this.#put(query, answer);
  }

  #wasSeen(query: string): boolean {
    const hash = Bun.hash.xxHash32(query);
    if (this.#seen.has(hash)) return true;
    if (this.#seen.size >= MAX_ANSWERS) this.#seen.clear();
    this.#seen.add(hash);
    return false;
  }

  /** Two halves: when one is full, answers not requested since the last time are dropped. */
  #put(query: string, answer: Cacheable): void {
    if (this.#recent.size >= MAX_ANSWERS / 2) {
      this.#earlier = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(query, answer);
  }
}
