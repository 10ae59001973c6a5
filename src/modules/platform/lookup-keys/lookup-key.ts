import type { Sql, Tx } from "../../../db/sql.ts";
import { hmacSha256Hex } from "../../../kit/crypto/seal.ts";
import { randomSecret } from "../../../kit/ids.ts";
import type { Keyring } from "../master-key/index.ts";
import { findLookupKey, insertLookupKey } from "./store.ts";

const MAX_REMEMBERED = 256;

type Hash = (text: string) => string;

/**
 * Finds short secrets and addresses by a keyed hash. The key is sealed in the file: without the master key, the
 * database alone does not allow testing texts against the hashes.
 */
export class LookupKey {
  /** Keys by their sealed text: one per file. */
  readonly #keys = new Map<string, string>();

  constructor(
    private readonly keyring: Keyring,
    private readonly name: string,
  ) {}

  /** The hash under which a text is stored; creates the file's key if it has none. */
  make(tx: Tx, text: string): string {
    return this.hasher(tx)(text);
  }

  /** The hash that finds a text; null if the file has no key yet. */
  find(sql: Sql, text: string): string | null {
    return this.knownHasher(sql)?.(text) ?? null;
  }

  /** As `make`, for several texts. */
  hasher(tx: Tx): Hash {
    return hashWith(this.#require(tx));
  }

  /** As `find`, for several texts. */
  knownHasher(sql: Sql): Hash | null {
    const key = this.#read(sql);
    return key === null ? null : hashWith(key);
  }

  #require(tx: Tx): string {
    const name = `lookup key ${this.name}`;
    const key = tx.recall<string>(name) ?? this.#read(tx) ?? this.#create(tx);
    tx.keep(name, key);
    return key;
  }

  #read(sql: Sql): string | null {
    const sealed = findLookupKey(sql, this.name);
    return sealed === null ? null : this.#open(sealed);
  }

  #create(tx: Tx): string {
    const key = randomSecret(tx.random);
    insertLookupKey(tx, this.name, this.keyring.seal(key, this.name));
    return key;
  }

  #open(sealed: string): string {
    const known = this.#keys.get(sealed);
    if (known !== undefined) return known;
    const key = this.keyring.unseal(sealed, this.name);
    if (this.#keys.size >= MAX_REMEMBERED) this.#keys.clear();
    this.#keys.set(sealed, key);
    return key;
  }
}

function hashWith(key: string): Hash {
  return (text) => hmacSha256Hex(key, text);
}
