import { limitSubject } from "../../../kit/addresses.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import { systemRandom } from "../../../kit/random.ts";

/** Contract section 2: new short links per address and UTC day. */
export const NEW_LINKS_A_DAY = 200;

/** Destinations that an address may be the first to report in a UTC day; further ones count as `other`. */
export const NEW_DESTINATIONS_A_DAY = 100;

const MAX_SUBJECTS = 100_000;
const OVERFLOW_BUCKETS = 1_024;

/**
 * Counts what an address makes in a UTC day, in bounded memory, by a hash under a salt that is thrown away with the
 * day. Past 100,000 addresses a day, new ones share counters: stricter for them, and no more memory. A restart begins
 * anew.
 */
export class DailyCap {
  #day = -1;
  #salt: Uint8Array = new Uint8Array(0);
  #counts = new Map<string, number>();

  /** @param limit of one address, IPv6 by its /64, in a UTC day */
  constructor(private readonly limit: number) {}

  /** Takes one of the address's share of the day; false where none is left. */
  take(address: string, now: number): boolean {
    const day = Math.floor(now / DAY_MS);
    if (day !== this.#day) {
      this.#day = day;
      this.#salt = systemRandom.bytes(32);
      this.#counts = new Map();
    }
    let subject = new Bun.CryptoHasher("sha256", this.#salt).update(limitSubject(address)).digest("base64");
    if (this.#counts.size >= MAX_SUBJECTS && !this.#counts.has(subject))
      subject = `overflow ${Bun.hash.xxHash32(subject) % OVERFLOW_BUCKETS}`;
    const made = this.#counts.get(subject) ?? 0;
    if (made >= this.limit) return false;
    this.#counts.set(subject, made + 1);
    return true;
  }
}
