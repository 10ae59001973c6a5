import { type Static, Type } from "@sinclair/typebox";
import type { Sql, Tx } from "../../../db/sql.ts";
import { DAY_MS, utcDay } from "../../../kit/clock.ts";
import { randomHex } from "../../../kit/ids.ts";
import { toNetwork } from "../../../kit/network/addresses.ts";
import { systemRandom } from "../../../kit/random.ts";
import { jsonSetting } from "../../platform/state/index.ts";

/** The setting that holds the salt; next month's replaces it, so that older hashes cannot be tested. */
const MAX_REMEMBERED = 1_000;
const HASH_DIGITS = 16;

const Salt = Type.Object({
  /** Its UTC month: 2026-11 */
  month: Type.String(),
  /** Hex of 256 random bits. */
  salt: Type.String(),
});
type Salt = Static<typeof Salt>;

const SALT = jsonSetting("refusal_salt", Salt);

/**
 * Names callers' networks (IPv4 /24, IPv6 /48) without storing addresses: an HMAC with a salt that is replaced each
 * UTC month.
 */
export class SourceNames {
  #salt: Salt;
  /** The month of the stored salt. */
  #storedMonth: string | null;
  /** The UTC day for which the month was checked, in Unix milliseconds. */
  #beginsAt = 0;
  #endsAt = 0;
  /** Names under this month's salt, by network. */
  #known = new Map<string, string>();

  constructor(sql: Sql, now: number) {
    const salt = SALT.read(sql);
    this.#storedMonth = salt?.month ?? null;
    this.#salt = salt ?? newSalt(now);
  }

  /** 16 hex digits, which are never a formula in a CSV file. */
  nameSource(address: string, now: number): string {
    if (now >= this.#endsAt || now < this.#beginsAt) this.#turn(now);
    const network = toNetwork(address);
    const known = this.#known.get(network);
    if (known !== undefined) return known;
    const hash = new Bun.CryptoHasher("sha256", this.#salt.salt).update(network).digest("hex");
    const name = hash.slice(0, HASH_DIGITS);
    if (this.#known.size >= MAX_REMEMBERED) this.#known.clear();
    this.#known.set(network, name);
    return name;
  }

  /** Stores the salt in the commit of the names made with it. Returns its month. */
  store(tx: Tx): string {
    const { month } = this.#salt;
    if (this.#storedMonth !== month) SALT.write(tx, this.#salt);
    return month;
  }

  /** Called after that commit succeeded. */
  noteStored(month: string): void {
    this.#storedMonth = month;
  }

  /** On a new day, checks for a new month, which gets a new salt. */
  #turn(now: number): void {
    this.#beginsAt = Math.floor(now / DAY_MS) * DAY_MS;
    this.#endsAt = this.#beginsAt + DAY_MS;
    if (this.#salt.month === monthOf(now)) return;
    this.#salt = newSalt(now);
    this.#known = new Map();
  }
}

/** The UTC month of the current salt; null before the first refusal. */
export function readSaltMonth(sql: Sql): string | null {
  return SALT.read(sql)?.month ?? null;
}

function newSalt(now: number): Salt {
  return { month: monthOf(now), salt: randomHex(32, systemRandom) };
}

function monthOf(now: number): string {
  return utcDay(now).slice(0, 7);
}
