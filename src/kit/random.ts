import { createHash, randomBytes } from "node:crypto";

/**
 * A source of random bytes. Rows created in a transaction use `tx.random`: the system's generator, or in a sandbox
 * file a seeded one, so that the same calls give the same ids again (contract section 10).
 */
export interface Random {
  bytes(count: number): Uint8Array;
}

const POOL_BYTES = 4096;

/** The system's generator with a pool of bytes: one call to it serves some 250 ids. No byte is used twice. */
class SystemRandom implements Random {
  #pool = Buffer.alloc(0);
  #offset = 0;

  bytes(count: number): Uint8Array {
    if (count > POOL_BYTES) return randomBytes(count);
    if (this.#offset + count > this.#pool.length) {
      this.#pool = randomBytes(POOL_BYTES);
      this.#offset = 0;
    }
    this.#offset += count;
    return this.#pool.subarray(this.#offset - count, this.#offset);
  }
}

export const systemRandom: Random = new SystemRandom();

/** Deterministic bytes for a seed: SHA-256 over seed and a counter. Never used for secrets. */
export class SeededRandom implements Random {
  #block = Buffer.alloc(0);
  #blocks = 0;

  constructor(private readonly seed: string) {}

  /** Whether any bytes were taken. */
  get isUsed(): boolean {
    return this.#blocks > 0;
  }

  bytes(count: number): Uint8Array {
    while (this.#block.length < count) {
      const next = createHash("sha256")
        .update(`${this.seed}\n${this.#blocks++}`)
        .digest();
      this.#block = Buffer.concat([this.#block, next]);
    }
    const taken = this.#block.subarray(0, count);
    this.#block = this.#block.subarray(count);
    return taken;
  }
}
