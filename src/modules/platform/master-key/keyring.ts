import { existsSync, readFileSync, statSync } from "node:fs";
import {
  deriveKey,
  type MasterKey,
  parseMasterKey,
  SealError,
  seal,
  sealedBy,
  unseal,
} from "../../../kit/crypto/seal.ts";
import { createPrivateFile, replacePrivateFile } from "../../../kit/process/files.ts";
import { systemRandom } from "../../../kit/random.ts";

/** The master key is missing, malformed or another one. The message says what to do. */
export class MasterKeyError extends Error {}

type IsRight = (keys: readonly MasterKey[]) => boolean;

/**
 * The master key and, during a rotation, the previous one. A key file holds one key per line, the current one first;
 * a running server rereads it before it seals, and when it meets a text sealed with an unknown key.
 */
export class Keyring {
  /** As last read from the file. */
  #keys: readonly MasterKey[] = [];
  /** Every key seen so far, by id: a read that started before the end of a rotation may still need an old one. */
  readonly #known = new Map<string, MasterKey>();
  #stamp: string | null = null;
  #isRight: IsRight = () => true;

  private constructor(
    keys: readonly MasterKey[],
    /** Null if the key came from the MASTER_KEY variable. */
    readonly path: string | null,
    stamp: string | null,
  ) {
    this.#takeUp(keys, stamp);
  }

  /** @param where the source, for messages. @throws MasterKeyError if the text holds no key */
  static fromText(text: string, where = "MASTER_KEY"): Keyring {
    return new Keyring(parseKeys(text, where), null, null);
  }

  /** @throws MasterKeyError if the file is missing or malformed */
  static fromFile(path: string): Keyring {
    const stamp = stampOf(path);
    return new Keyring(readKeyFile(path), path, stamp);
  }

  /** Creates a new key file (0600). @throws if it exists */
  static create(path: string): Keyring {
    createPrivateFile(path, textOf([newKey()]));
    return Keyring.fromFile(path);
  }

  get current(): MasterKey {
    const [key] = this.#keys;
    if (key === undefined) throw new MasterKeyError("the key file holds no key");
    return key;
  }

  /** The key to seal with, as in the file now. @throws as `seal` does */
  get newest(): MasterKey {
    if (this.path !== null && stampOf(this.path) !== this.#stamp) this.#read(this.path);
    return this.current;
  }

  /** Ids of the keys, the current one first. */
  get ids(): string[] {
    return this.#keys.map((key) => key.id);
  }

  /** Whether the keys pass the check, which also applies from now on to every key read from the file. */
  holdAgainst(isRight: IsRight): boolean {
    this.#isRight = isRight;
    return isRight(this.#keys);
  }

  /**
   * Seals with the newest key of the file. Call it **inside** the write transaction that stores the text: a rotation,
   * which takes the same lock after writing the new key, then sees every text sealed with the old one.
   * @throws MasterKeyError if the file is missing or holds a wrong key: a text sealed with a key in no file could
   *   never be opened again.
   */
  seal(plain: string, context: string): string {
    return seal(this.newest, plain, context);
  }

  /** @throws SealError if no known key opens it */
  unseal(sealed: string, context: string): string {
    const id = sealedBy(sealed);
    if (!this.#known.has(id)) this.#learn();
    const key = this.#known.get(id);
    if (key === undefined) throw new SealError(`the secret of ${context} was sealed by another master key`);
    return unseal(key, sealed, context);
  }

  /** A key for one purpose, derived from the newest master key of the file. @throws as `seal` does */
  derive(purpose: string): Uint8Array {
    return deriveKey(this.newest, purpose);
  }

  /**
   * Adds a new key before the present one in the file; with two keys in it, an unfinished rotation continues. Call it
   * under a write lock, for one process at a time. @throws MasterKeyError if the file is missing or wrong
   */
  beginRotation(): void {
    const path = this.#requireFile();
    this.#read(path);
    if (this.#keys.length > 1) return;
    replacePrivateFile(path, textOf([newKey(), ...this.#keys]));
    this.#read(path);
  }

  /**
   * Removes all keys but this one, unless another rotation started since; each goes to a file of its own, for earlier
   * backups. Call it under the same lock as `beginRotation`.
   */
  endRotation(id: string): void {
    const path = this.#requireFile();
    this.#read(path);
    if (this.current.id !== id) return;
    for (const key of this.#keys.slice(1)) replacePrivateFile(formerKeyPath(path, key.id), textOf([key]));
    replacePrivateFile(path, textOf([this.current]));
    this.#read(path);
  }

  #requireFile(): string {
    if (this.path !== null) return this.path;
    throw new MasterKeyError(
      "The key comes from MASTER_KEY, which cannot be rewritten from here. Put it into a file of mode 0600, name that in MASTER_KEY_FILE, restart the server, and rotate then.",
    );
  }

  #read(path: string): void {
    const stamp = stampOf(path);
    const keys = readKeyFile(path);
    if (!this.#isRight(keys)) throw new MasterKeyError(`${path} holds another master key now`);
    this.#takeUp(keys, stamp);
  }

  /** A text that one of the file's keys opens proves that key; no other check is needed. */
  #learn(): void {
    if (this.path === null) return;
    try {
      for (const key of readKeyFile(this.path)) this.#known.set(key.id, key);
    } catch (error) {
      if (!(error instanceof MasterKeyError)) throw error;
    }
  }

  #takeUp(keys: readonly MasterKey[], stamp: string | null): void {
    this.#keys = keys;
    this.#stamp = stamp;
    for (const key of keys) this.#known.set(key.id, key);
  }
}

/** The file of a key that a rotation replaced, beside the key file. */
export function formerKeyPath(path: string, id: string): string {
  return `${path}.${id}`;
}

function newKey(): MasterKey {
  return parseMasterKey(Buffer.from(systemRandom.bytes(32)).toString("base64"));
}

function textOf(keys: readonly MasterKey[]): string {
  return keys.map((key) => `${Buffer.from(key.bytes).toString("base64")}\n`).join("");
}

/** A value that changes whenever the file does; null without a file. */
function stampOf(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.ino} ${stat.mtimeNs} ${stat.size}`;
}

function readKeyFile(path: string): MasterKey[] {
  if (!existsSync(path)) {
    throw new MasterKeyError(
      `${path} is missing. Put the key file back (salute keyfiles import), or set MASTER_KEY or MASTER_KEY_FILE.`,
    );
  }
  return parseKeys(readFileSync(path, "utf8"), path);
}

function parseKeys(text: string, where: string): MasterKey[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0) throw new MasterKeyError(`${where}: it contains no key`);
  try {
    return lines.map(parseMasterKey);
  } catch (error) {
    throw new MasterKeyError(`${where}: ${(error as Error).message}`);
  }
}
