import type { Sql, Tx } from "../../../db/sql.ts";
import { hmacSha256Hex } from "../../../kit/crypto/seal.ts";
import { randomSecret } from "../../../kit/ids.ts";
import type { Keyring } from "../master-key/index.ts";
import { findLookupKey, insertLookupKey } from "./store.ts";

const MAX_REMEMBERED = 256;

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
    return hmacSha256Hex(this.#require(tx), text);
  }

  /** The hash that finds a text; null if the file has no key yet. */
  find(sql: Sql, text: string): string | null {
    const sealed = findLookupKey(sql, this.name);
    return sealed === null ? null : hmacSha256Hex(this.#open(sealed), text);
  }

  #require(tx: Tx): string {
    const sealed = findLookupKey(tx, this.name);
    if (sealed !== null) return this.#open(sealed);
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
