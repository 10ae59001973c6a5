/** A generator of random things that a seed repeats (mulberry32: 32 bits of state, good enough to wander with). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** 0 to under 1. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both ends among them. */
  between(min: number, max: number): number {
    return min + Math.floor(this.fraction() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  one<Item>(items: readonly Item[]): Item {
    const item = items[this.between(0, items.length - 1)];
    if (item === undefined) throw new Error("there is nothing to choose from");
    return item;
  }

  hex(digits: number): string {
    return Array.from({ length: digits }, () => this.between(0, 15).toString(16)).join("");
  }
}

/** The seed of a run: SEED from the environment, to repeat one, else a new one. */
export function chooseSeed(): number {
  const given = process.env.SEED;
  return given === undefined ? (crypto.getRandomValues(new Uint32Array(1))[0] ?? 1) : Number(given);
}
