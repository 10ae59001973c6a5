import type { Sql, Tx } from "../../../db/sql.ts";
import { hmacSha256Hex } from "../../../kit/crypto/seal.ts";
import { randomSecret } from "../../../kit/ids.ts";
import type { Keyring } from "../master-key/index.ts";
import { findLookupKey, insertLookupKey } from "./store.ts";

const MAX_REMEMBERED = 256;

/** A keyed hash of a text, as lower-case hex. The same function for the same key, so that results can be kept by it. */
export type Hash = (text: string) => string;

/**
 * Finds short secrets and addresses by a keyed hash. The key is sealed in the file: without the master key, the
 * database alone does not allow testing texts against the hashes.
 */
export class LookupKey {
  /** By the sealed text of their keys: one per file. */
  readonly #hashes = new Map<string, Hash>();

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
    const name = `lookup key ${this.name}`;
    const hash = tx.recall<Hash>(name) ?? this.knownHasher(tx) ?? this.#create(tx);
    tx.keep(name, hash);
    return hash;
  }

  /** As `find`, for several texts. */
  knownHasher(sql: Sql): Hash | null {
    const sealed = findLookupKey(sql, this.name);
    return sealed === null ? null : this.#open(sealed);
  }

  #create(tx: Tx): Hash {
    const key = randomSecret(tx.random);
    insertLookupKey(tx, this.name, this.keyring.seal(key, this.name));
    return hashWith(key);
  }

  #open(sealed: string): Hash {
    const known = this.#hashes.get(sealed);
    if (known !== undefined) return known;
    const hash = hashWith(this.keyring.unseal(sealed, this.name));
    if (this.#hashes.size >= MAX_REMEMBERED) this.#hashes.clear();
    this.#hashes.set(sealed, hash);
    return hash;
  }
}

function hashWith(key: string): Hash {
  return (text) => hmacSha256Hex(key, text);
}
