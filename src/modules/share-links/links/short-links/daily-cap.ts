import { DAY_MS } from "../../../../kit/clock.ts";
import { limitSubject } from "../../../../kit/network/addresses.ts";
import { systemRandom } from "../../../../kit/random.ts";

/** Contract section 2: new short links per address and UTC day. */
export const NEW_LINKS_A_DAY = 200;

/** Destinations per UTC day that an address may be the first to report; further ones count as `other`. */
export const NEW_DESTINATIONS_A_DAY = 100;

const MAX_SUBJECTS = 100_000;
const OVERFLOW_BUCKETS = 1_024;

/**
 * Counts per address and UTC day, in limited memory, by a hash with a salt that is replaced daily. Beyond 100,000
 * addresses per day new ones share counters, which only makes the limit stricter for them. A restart resets the
 * counts.
 */
export class DailyCap {
  #day = -1;
  #salt: Uint8Array = new Uint8Array(0);
  /** By the first 48 bits of the hash: a text per address would keep the heap of a load from shrinking. */
  #counts = new Map<number, number>();

  /** @param limit per address (IPv6: per /64) and UTC day */
  constructor(private readonly limit: number) {}

  /** Uses one of the address's daily allowance; false if none is left. */
  take(address: string, now: number): boolean {
    const day = Math.floor(now / DAY_MS);
    if (day !== this.#day) {
      this.#day = day;
      this.#salt = systemRandom.bytes(32);
      this.#counts = new Map();
    }
    const hash = new Bun.CryptoHasher("sha256", this.#salt).update(limitSubject(address)).digest();
    let subject = hash.readUIntBE(0, 6);
    if (this.#counts.size >= MAX_SUBJECTS && !this.#counts.has(subject)) subject %= OVERFLOW_BUCKETS;
    const made = this.#counts.get(subject) ?? 0;
    if (made >= this.limit) return false;
    this.#counts.set(subject, made + 1);
    return true;
  }
}
