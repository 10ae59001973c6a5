import type { Sql, Tx } from "../../../db/sql.ts";
import type { FirstRequest, Payload } from "../../../http/payload.ts";
import type { CanonicalMember } from "../../../kit/formats/canonical-json.ts";
import { type Hash, LookupKey } from "../lookup-keys/index.ts";
import type { Keyring } from "../master-key/index.ts";

/** 20 bits: one changed value in a million is taken for the same one. */
const HASH_CHARACTERS = 5;

/** Hashed fields that are kept by each key: an amount, a reason and a source are often sent again. */
const MOST_KEPT = 4_096;
/** Longer values are hashed each time. */
const LONGEST_KEPT = 64;

/** A first request as it is stored. */
interface StoredRequest {
  payload_hash: string;
  /** As `describe` returned it; null in records made before, or if it is deleted. */
  payload_fields: string | null;
  created_at: number;
  ledger_entry_id?: number;
}

/**
 * Tells which fields of two payloads differ without storing their values: of each it keeps a few bits of a keyed hash,
 * so that nobody can test guesses with the file alone.
 */
export class FieldHashes {
  readonly #key: LookupKey;
  readonly #kept = new WeakMap<Hash, Map<string, string>>();

  constructor(keyring: Keyring) {
    this.#key = new LookupKey(keyring, "payload_fields");
  }

  /** The text to store with a payload's hash: `POST /api/salutes/credit amount=0d8a1 reason=f3c27`. */
  describe(tx: Tx, { fields, operation }: Payload): string {
    const hash = this.#key.hasher(tx);
    return fields.reduce((text, field) => `${text} ${this.#hashed(hash, field)}`, operation);
  }

  /** Compares a stored request with another payload. */
  compare(sql: Sql, stored: StoredRequest, payload: Payload): FirstRequest {
    const isSame = payload.matches(stored.payload_hash);
    const { created_at: createdAt, ledger_entry_id: ledgerEntryId = null, payload_fields } = stored;
    const hash = isSame || payload_fields === null ? null : this.#key.knownHasher(sql);
    const first = { isSame, createdAt, ledgerEntryId };
    if (payload_fields === null || hash === null) return { ...first, operation: null, differs: null };
    const [method = "", path = "", ...kept] = payload_fields.split(" ");
    const sent = new Set(payload.fields.map((field) => this.#hashed(hash, field)));
    const names = [...new Set(kept).symmetricDifference(sent)].map(nameOf);
    return { ...first, operation: `${method} ${path}`, differs: [...new Set(names)].sort() };
  }

  #hashed(hash: Hash, [name, value]: CanonicalMember): string {
    const text = `${name}\n${value}`;
    const kept = this.#kept.get(hash) ?? new Map<string, string>();
    const known = kept.get(text);
    if (known !== undefined) return known;
    const hashed = hashedField(hash, name, text);
    if (value.length > LONGEST_KEPT) return hashed;
    if (kept.size >= MOST_KEPT) kept.clear();
    this.#kept.set(hash, kept.set(text, hashed));
    return hashed;
  }
}

/** The name without blanks and equals signs. */
function hashedField(hash: Hash, name: string, text: string): string {
  return `${encodeURIComponent(name)}=${hash(text).slice(0, HASH_CHARACTERS)}`;
}

function nameOf(hashed: string): string {
  return decodeURIComponent(hashed.slice(0, hashed.indexOf("=")));
}
