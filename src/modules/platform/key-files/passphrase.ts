import { scryptSync } from "node:crypto";
import { systemRandom } from "../../../kit/random.ts";
import { type MasterKey, SealError, seal, unseal } from "../../../kit/seal.ts";
import { KeyFileError } from "./key-file-error.ts";

/** Names the form and the work of scrypt (RFC 7914): 128 MiB, a third of a second. Other figures get another name. */
const FORM = "salute-keyfile-scrypt17";
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 };
const SALT_BYTES = 16;
const MIN_CHARACTERS = 12;

/**
 * Seals key files' texts, AES-256-GCM with the file's name as associated data; what it seals together shares a salt.
 */
export class Passphrase {
  readonly #salt = Buffer.from(systemRandom.bytes(SALT_BYTES)).toString("base64url");
  readonly #keys = new Map<string, MasterKey>();

  private constructor(private readonly text: string) {}

  /**
   * The passphrase in a file: all of its text but the line break at the end. @throws KeyFileError where it is short.
   */
  static fromFileText(text: string): Passphrase {
    const passphrase = text.replace(/[\r\n]+$/, "");
    if (passphrase.length < MIN_CHARACTERS)
      throw new KeyFileError(`the passphrase is too short: take at least ${MIN_CHARACTERS} characters`);
    return new Passphrase(passphrase);
  }

  /** One line: the form, the salt, and the sealed text. */
  seal(text: string, name: string): string {
    return `${FORM}:${this.#salt}:${seal(this.#keyFor(this.#salt), text, name)}\n`;
  }

  /** @throws KeyFileError where the passphrase does not open it. */
  open(sealed: string, name: string): string {
    const [form, salt, body] = sealed.trim().split(":");
    if (form !== FORM || salt === undefined || body === undefined)
      throw new KeyFileError(`${name}.sealed is no key file under a passphrase that this salute knows`);
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
