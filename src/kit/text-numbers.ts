import { systemRandom } from "./random.ts";

/** The range of the second hash in a number, which then has the 53 bits that a number holds exactly. */
const LOW_RANGE = 2 ** 21;

/**
 * Numbers for texts that are counted or remembered in large numbers: each text that outlives its request would keep a
 * whole block of the heap from being freed. Hashes with random seeds, so that nobody can choose texts with the same
 * number; by chance two of 100,000 texts share one in about one of two million cases.
 */
export class TextNumbers {
  readonly #highSeed: number;
  readonly #lowSeed: number;

  constructor() {
    const secret = Buffer.from(systemRandom.bytes(8));
    this.#highSeed = secret.readUInt32LE(0);
    this.#lowSeed = secret.readUInt32LE(4);
  }

  /** The same text has another number in each space, which is a whole number below 2 ** 32. */
  of(text: string, space = 0): number {
    const low = Bun.hash.xxHash32(text, (this.#lowSeed ^ space) >>> 0) % LOW_RANGE;
    return Bun.hash.xxHash32(text, (this.#highSeed ^ space) >>> 0) * LOW_RANGE + low;
  }
}
