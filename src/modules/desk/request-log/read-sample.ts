import { MINUTE_MS } from "../../../kit/clock.ts";

/** Successful reads of a key that are logged at once, and again each minute. */
const FIRST = 60;
const PER_MINUTE = 3;

/**
 * Chooses the successful reads to log: all of a person who tries something out, and a few of a program that reads all
 * day, about 130,000 rows in 30 days.
 */
export class ReadSample {
  readonly #keys = new Map<string, { left: number; at: number }>();

  /** Whether to log a read of this key, and if so counts it. @param at Unix milliseconds */
  takes(keyId: string, at: number): boolean {
    let key = this.#keys.get(keyId);
    if (key === undefined) {
      key = { left: FIRST, at };
      this.#keys.set(keyId, key);
    }
    const minutes = Math.floor((at - key.at) / MINUTE_MS);
    if (minutes > 0) {
      key.left = Math.min(FIRST, key.left + minutes * PER_MINUTE);
      key.at += minutes * MINUTE_MS;
    }
    if (key.left === 0) return false;
    key.left--;
    return true;
  }
}
