import { scryptSync } from "node:crypto";
import { type MasterKey, SealError, seal, unseal } from "../../../kit/crypto/seal.ts";
import { systemRandom } from "../../../kit/random.ts";
import { KeyFileError } from "./key-file-error.ts";

/**
 * Name of the format and of scrypt's cost (RFC 7914): 128 MiB, a third of a second. Other costs need another name.
 */
const FORM = "salute-keyfile-scrypt17";
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 };
const SALT_BYTES = 16;
const MIN_CHARACTERS = 12;

/** Seals key files' texts with AES-256-GCM and the file's name as associated data; one instance uses one salt. */
export class Passphrase {
  readonly #salt = Buffer.from(systemRandom.bytes(SALT_BYTES)).toString("base64url");
  readonly #keys = new Map<string, MasterKey>();

  private constructor(private readonly text: string) {}

  /**
   * Reads a passphrase from a file's text: all of it except the line break at the end. @throws KeyFileError if it is
   * too short
   */
  static fromFileText(text: string): Passphrase {
    const passphrase = text.replace(/[\r\n]+$/, "");
    if (passphrase.length < MIN_CHARACTERS)
      throw new KeyFileError(`the passphrase is too short: use at least ${MIN_CHARACTERS} characters`);
    return new Passphrase(passphrase);
  }

  /** One line: the format, the salt, and the sealed text. */
  seal(text: string, name: string): string {
    return `${FORM}:${this.#salt}:${seal(this.#keyFor(this.#salt), text, name)}\n`;
  }

  /** @throws KeyFileError if the passphrase does not open it */
  open(sealed: string, name: string): string {
    const [form, salt, body] = sealed.trim().split(":");
    if (form !== FORM || salt === undefined || body === undefined)
      throw new KeyFileError(`${name}.sealed is not a sealed key file that this version can read`);
    try {
      return unseal(this.#keyFor(salt), body, name);
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      throw new KeyFileError(`${name}.sealed does not open with this passphrase`);
    }
  }

  #keyFor(salt: string): MasterKey {
    const known = this.#keys.get(salt);
    if (known !== undefined) return known;
    const key = { id: "scrypt", bytes: scryptSync(this.text, Buffer.from(salt, "base64url"), 32, SCRYPT) };
    this.#keys.set(salt, key);
    return key;
  }
}
