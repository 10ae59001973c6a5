import type { Cacheable } from "./answer.ts";

const MAX_ANSWERS = 1_000;
const MAX_CHARACTERS = 8_192;

/** Answers that depend only on their query, in limited memory: recently requested ones stay. */
export class KeptAnswers {
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
    if (typeof answer.body === "string" && query.length + answer.body.length <= MAX_CHARACTERS)
      this.#put(query, answer);
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
