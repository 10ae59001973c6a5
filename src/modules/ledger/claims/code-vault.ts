import type { Sql, Tx } from "../../../db/sql.ts";
import { randomSecret } from "../../../kit/ids.ts";
import { hmacSha256Hex } from "../../../kit/seal.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { makeCode } from "./code.ts";
import { findLookupKey, insertLookupKey } from "./store.ts";

const KEY_NAME = "claim_codes";
const MAX_REMEMBERED = 256;

/** What is stored of a code. */
export interface StoredCode {
  code_hash: string;
  code_sealed: string;
}

/**
 * How codes are kept: by a hash to find them, and sealed to show them again to the partner whose they are. A code's
 * 75 bits would not hold out against hashing on a million claims at once, so the hash is keyed, and the key sealed:
 * who has the file alone, without the master key, can try no code.
 */
export class CodeVault {
  /** Keys by their sealed text: one a file. */
  readonly #keys = new Map<string, string>();

  constructor(private readonly keyring: Keyring) {}

  /** A new code, and what to store of it: inside the transaction that stores it. */
  issue(tx: Tx): { code: string; stored: StoredCode } {
    const code = makeCode(tx.random.bytes(15));
    const code_hash = hmacSha256Hex(this.#requireKey(tx), code);
    return { code, stored: { code_hash, code_sealed: this.keyring.seal(code, code_hash) } };
  }

  /** What a code in its written form is found by; null where the file has no codes yet. */
  hashOf(sql: Sql, code: string): string | null {
    const sealed = findLookupKey(sql, KEY_NAME);
    return sealed === null ? null : hmacSha256Hex(this.#open(sealed), code);
  }

  reveal({ code_sealed, code_hash }: StoredCode): string {
    return this.keyring.unseal(code_sealed, code_hash);
  }

  #requireKey(tx: Tx): string {
    const sealed = findLookupKey(tx, KEY_NAME);
    if (sealed !== null) return this.#open(sealed);
    const key = randomSecret(tx.random);
    insertLookupKey(tx, KEY_NAME, this.keyring.seal(key, KEY_NAME));
    return key;
  }

  #open(sealed: string): string {
    const known = this.#keys.get(sealed);
    if (known !== undefined) return known;
    const key = this.keyring.unseal(sealed, KEY_NAME);
    if (this.#keys.size >= MAX_REMEMBERED) this.#keys.clear();
    this.#keys.set(sealed, key);
    return key;
  }
}
