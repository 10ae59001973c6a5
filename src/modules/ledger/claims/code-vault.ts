import type { Sql, Tx } from "../../../db/sql.ts";
import { LookupKey } from "../../platform/lookup-keys/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { makeCode } from "./code.ts";

const KEY_NAME = "claim_codes";

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
  readonly #key: LookupKey;

  constructor(private readonly keyring: Keyring) {
    this.#key = new LookupKey(keyring, KEY_NAME);
  }

  /** A new code, and what to store of it: inside the transaction that stores it. */
  issue(tx: Tx): { code: string; stored: StoredCode } {
    const code = makeCode(tx.random.bytes(15));
    const code_hash = this.#key.make(tx, code);
    return { code, stored: { code_hash, code_sealed: this.keyring.seal(code, code_hash) } };
  }

  /** What a code in its written form is found by; null where the file has no codes yet. */
  hashOf(sql: Sql, code: string): string | null {
    return this.#key.find(sql, code);
  }

  reveal({ code_sealed, code_hash }: StoredCode): string {
    return this.keyring.unseal(code_sealed, code_hash);
  }
}
