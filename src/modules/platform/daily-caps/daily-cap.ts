import type { Tx } from "../../../db/sql.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import { limitSubject } from "../../../kit/network/addresses.ts";
import { LookupKey } from "../lookup-keys/index.ts";
import type { Keyring } from "../master-key/index.ts";
import { countUp } from "./store.ts";

/** 128 bits of a hash. */
const SUBJECT_CHARACTERS = 32;

/** What one address may do per UTC day, whatever restarts. Addresses are stored only as keyed hashes of their day. */
export class DailyCap {
  readonly #key: LookupKey;

  /** @param limit per address (IPv6: per /64) and UTC day */
  constructor(
    keyring: Keyring,
    private readonly cap: string,
    private readonly limit: number,
  ) {
    this.#key = new LookupKey(keyring, "daily_counts");
  }

  /** Uses one of the address's daily allowance in this transaction; false if none is left. */
  take(tx: Tx, address: string): boolean {
    const day = Math.floor(tx.now / DAY_MS);
    const subject = this.#key.make(tx, `${day} ${limitSubject(address)}`).slice(0, SUBJECT_CHARACTERS);
    return countUp(tx, { cap: this.cap, day, subject }, this.limit);
  }

  /** Uses one of the allowance of all addresses together in a UTC day; false if none is left. */
  takeOfAll(tx: Tx, limit: number): boolean {
    return countUp(tx, { cap: this.cap, day: Math.floor(tx.now / DAY_MS), subject: "*" }, limit);
  }
}
