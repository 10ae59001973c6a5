import type { Sql, Tx } from "../../../db/sql.ts";
import { randomSecret } from "../../../kit/ids.ts";
import { hmacSha256Hex } from "../../../kit/seal.ts";
import type { Keyring } from "../master-key/index.ts";
import { findLookupKey, insertLookupKey } from "./store.ts";

const MAX_REMEMBERED = 256;

/**
 * Finds short secrets and addresses by a keyed hash. The key is sealed in the file: the file alone, without the master
 * key, lets nobody try texts against the hashes.
 */
export class LookupKey {
  /** Keys by their sealed text: one per file. */
  readonly #keys = new Map<string, string>();

  constructor(
    private readonly keyring: Keyring,
    private readonly name: string,
  ) {}

  /** What a text is stored and found by; makes the file's key where it has none. */
  make(tx: Tx, text: string): string {
    return hmacSha256Hex(this.#require(tx), text);
  }

  /** What a text is found by; null where the file has no key yet. */
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
