import { sha256Hex } from "../../../../kit/crypto/seal.ts";
import { SingleFlight } from "../../../../kit/single-flight.ts";
import { renderPng } from "../../../../pages/index.ts";

/** A card takes some 60 KB. */
const MAX_KEPT = 100;

/** Drawings as PNG, with a cache of the last ones: each takes the drawing thread a tenth of a second. */
export class Images {
  readonly #kept = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly #flights = new SingleFlight();

  /** @throws Error if the thread cannot draw it */
  png(svg: string): Promise<Uint8Array<ArrayBuffer>> {
    const key = sha256Hex(svg);
    const known = this.#kept.get(key);
    if (known !== undefined) return Promise.resolve(known);
    return this.#flights.run(key, async () => {
      const bytes = await renderPng(svg);
      const [oldest] = this.#kept.keys();
      if (this.#kept.size >= MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
      this.#kept.set(key, bytes);
      return bytes;
    });
  }
}
