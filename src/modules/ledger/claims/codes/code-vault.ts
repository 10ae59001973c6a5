import type { Sql, Tx } from "../../../../db/sql.ts";
import { LookupKey } from "../../../platform/lookup-keys/index.ts";
import type { Keyring } from "../../../platform/master-key/index.ts";
import { makeCode } from "./code.ts";

const KEY_NAME = "claim_codes";

/** The stored form of a code. */
export interface StoredCode {
  code_hash: string;
  code_sealed: string;
}

/**
 * Stores codes as a keyed hash, for lookups, and sealed, to show them again to their partner. A code's 75 bits would
 * not withstand hashing against a million claims at once, so the hash has a key, and that key is sealed: without the
 * master key, the database alone does not allow testing codes.
 */
export class CodeVault {
  readonly #key: LookupKey;

  constructor(private readonly keyring: Keyring) {
    this.#key = new LookupKey(keyring, KEY_NAME);
  }

  /** A new code and its stored form; call it in the transaction that stores it. */
  issue(tx: Tx): { code: string; stored: StoredCode } {
    const code = makeCode(tx.random.bytes(15));
    const code_hash = this.#key.make(tx, code);
    return { code, stored: { code_hash, code_sealed: this.keyring.seal(code, code_hash) } };
  }

  /** The hash that finds a code given in its written form; null if the database has no codes yet. */
  findHash(sql: Sql, code: string): string | null {
    return this.#key.find(sql, code);
  }

  reveal({ code_sealed, code_hash }: StoredCode): string {
    return this.keyring.unseal(code_sealed, code_hash);
  }
}
