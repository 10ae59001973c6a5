import type { Sql, Tx } from "../../../../db/sql.ts";
import { SealError, sha256Hex } from "../../../../kit/crypto/seal.ts";
import type { Keyring } from "../../../platform/master-key/index.ts";
import { findSealedKey, insertKey } from "../store.ts";
import { computeMac, isMac, type SignedLink } from "./codes.ts";

/**
 * The keys of signed links. Each is derived from the master key of its time (HKDF) and stored sealed for as long as
 * links need it: a rotation of the master key reseals it, and the links that it signed stay valid.
 */
export class LinkKeys {
  readonly #opened = new Map<string, Uint8Array>();

  constructor(private readonly keyring: Keyring) {}

  /** The id of the key for new links; stored by this change if new. */
  current(tx: Tx): string {
    const key = this.keyring.derive("audio-share links v1");
    const kid = sha256Hex(key).slice(0, 8);
    if (findSealedKey(tx, kid) === null)
      insertKey(tx, kid, this.keyring.seal(Buffer.from(key).toString("base64"), kid));
    return kid;
  }

  /** The signature of a link. @throws SealError if its key is not stored or cannot be opened */
  sign(sql: Sql, signed: SignedLink): string {
    const key = this.#key(sql, signed.kid);
    if (key === null) throw new SealError(`the key ${signed.kid} of signed links is not stored`);
    return computeMac(key, signed);
  }

  /** Whether a signature is the link's own. @throws SealError if its key cannot be opened */
  isSignature(sql: Sql, signed: SignedLink, mac: string): boolean {
    const key = this.#key(sql, signed.kid);
    return key !== null && isMac(key, signed, mac);
  }

  #key(sql: Sql, kid: string): Uint8Array | null {
    const known = this.#opened.get(kid);
    if (known !== undefined) return known;
    const sealed = findSealedKey(sql, kid);
    if (sealed === null) return null;
    const key = new Uint8Array(Buffer.from(this.keyring.unseal(sealed, kid), "base64"));
    this.#opened.set(kid, key);
    return key;
  }
}
