import { Problem } from "../answers/problem.ts";

const RETRY_AFTER_SECONDS = "2";
/** Share of the limit that is reserved, in addition to it, for addresses that hold little. */
const RESERVE = 1 / 8;
/** An address holds little up to this many bytes, and up to this share of the limit. */
const LITTLE_BYTES = 16_384;
const LITTLE = 1 / 64;

/**
 * Accounts for the bytes of incomplete bodies. A length that is only announced counts too, so a few hundred silent
 * connections can take all of it: an address that holds little is admitted even then.
 */
export class BodyMemory {
  #bytes = 0;
  readonly #held = new Map<string, number>();

  constructor(private readonly maxBytes: number) {}

  get bytes(): number {
    return this.#bytes;
  }

  /** @param holder an address, or network, to which the bytes are counted. @throws Problem overloaded */
  take(bytes: number, holder: string): void {
    const held = (this.#held.get(holder) ?? 0) + bytes;
    const isLittle = held <= Math.min(LITTLE_BYTES, this.maxBytes * LITTLE);
    const limit = isLittle ? this.maxBytes * (1 + RESERVE) : this.maxBytes;
    if (this.#bytes + bytes > limit) {
      throw new Problem("overloaded", "Retry in a moment: too many bodies are arriving at once.", {
        headers: { "retry-after": RETRY_AFTER_SECONDS, connection: "close" },
      });
    }
    this.#bytes += bytes;
    this.#held.set(holder, held);
  }

  give(bytes: number, holder: string): void {
    this.#bytes -= bytes;
    const left = (this.#held.get(holder) ?? 0) - bytes;
    if (left > 0) this.#held.set(holder, left);
    else this.#held.delete(holder);
  }
}
