import { spyOn } from "bun:test";
import { SeededRandom, systemRandom } from "../../../src/kit/random.ts";

/**
 * Makes this process's random bytes depend on names only, so that a recorded answer has the same ids, secrets and hashes
 * whenever and wherever it is recorded anew.
 */
export class Seeds {
  readonly #counts = new Map<string, number>();
  readonly #bytes = spyOn(systemRandom, "bytes");

  /** From now on bytes follow from this name and how often it came. */
  next(name: string): void {
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    const random = new SeededRandom(`${name} ${count}`);
    this.#bytes.mockImplementation((length) => random.bytes(length));
  }

  /** The system's generator again. */
  end(): void {
    this.#bytes.mockRestore();
  }
}
