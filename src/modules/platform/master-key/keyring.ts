import { existsSync, readFileSync, statSync } from "node:fs";
import { createPrivateFile, replacePrivateFile } from "../../../kit/files.ts";
import { systemRandom } from "../../../kit/random.ts";
import {
  deriveKey,
  type MasterKey,
  parseMasterKey,
  SealError,
  seal,
  sealedBy,
  unseal,
} from "../../../kit/seal.ts";

/** The master key is missing, malformed or another one. Its message says what to do. */
export class MasterKeyError extends Error {}

type IsRight = (keys: readonly MasterKey[]) => boolean;

/**
 * The master key, and while a rotation is under way the one before it. A key file holds one key a line, the current
 * first; a running server reads it again when it meets a text sealed by a key that it does not know, and before it
 * seals.
 */
export class Keyring {
  /** As in the file when it was last taken up. */
  #keys: readonly MasterKey[] = [];
  /** Every key ever met, by id: an old one may still be needed by a read that began before a rotation ended. */
  readonly #known = new Map<string, MasterKey>();
  #stamp: string | null = null;
  #isRight: IsRight = () => true;

  private constructor(
    keys: readonly MasterKey[],
    /** Null where the key came from the MASTER_KEY variable. */
    readonly path: string | null,
    stamp: string | null,
  ) {
    this.#takeUp(keys, stamp);
  }

  /** @throws MasterKeyError where the text holds no key; `where` names it in the words. */
  static fromText(text: string, where = "MASTER_KEY"): Keyring {
    return new Keyring(parseKeys(text, where), null, null);
  }

  /** @throws MasterKeyError where the file is missing or malformed. */
  static fromFile(path: string): Keyring {
    const stamp = stampOf(path);
    return new Keyring(readKeyFile(path), path, stamp);
  }

  /** Makes a new key file (0600). @throws where it exists. */
  static create(path: string): Keyring {
    createPrivateFile(path, textOf([newKey()]));
    return Keyring.fromFile(path);
  }

  get current(): MasterKey {
    const [key] = this.#keys;
    if (key === undefined) throw new MasterKeyError("the key file holds no key");
    return key;
  }

  /** The key to seal under now, as the file has it. @throws as `seal` does */
  get newest(): MasterKey {
    if (this.path !== null && stampOf(this.path) !== this.#stamp) this.#read(this.path);
    return this.current;
  }

  /** Names of the keys, the current first. */
  get ids(): string[] {
    return this.#keys.map((key) => key.id);
  }

  /** Whether the keys pass, as those of the file must from now on before anything is sealed under them. */
  holdAgainst(isRight: IsRight): boolean {
    this.#isRight = isRight;
    return isRight(this.#keys);
  }

  /**
   * Seals under the newest key of the file. Call it **inside** the write transaction that keeps the text: then a
   * rotation, which takes the same lock after it wrote the new key, sees every text that was sealed under the old
   * one.
   * @throws MasterKeyError where the file is gone or holds a wrong key: what was sealed under a key that is in no file
   * could never be opened again.
   */
  seal(plain: string, context: string): string {
    return seal(this.newest, plain, context);
  }

  /** @throws SealError where no known key opens it. */
  unseal(sealed: string, context: string): string {
    const id = sealedBy(sealed);
    if (!this.#known.has(id)) this.#learn();
    const key = this.#known.get(id);
    if (key === undefined) throw new SealError(`the secret of ${context} was sealed by another master key`);
    return unseal(key, sealed, context);
  }

  /** A key for one purpose, drawn from the newest master key of the file. @throws as `seal` does */
  derive(purpose: string): Uint8Array {
    return deriveKey(this.newest, purpose);
  }

  /**
   * Puts a new key before the present one in the file; where two are there, a rotation was begun and goes on.
   * One process at a time: call it under a write lock. @throws MasterKeyError where there is no file, or a wrong one.
   */
  beginRotation(): void {
    const path = this.#requireFile();
    this.#read(path);
    if (this.#keys.length > 1) return;
    replacePrivateFile(path, textOf([newKey(), ...this.#keys]));
    this.#read(path);
  }

  /** Forgets all keys but this one, unless another rotation began since. Under the same lock as `beginRotation`. */
  endRotation(id: string): void {
    const path = this.#requireFile();
    this.#read(path);
    if (this.current.id !== id) return;
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
    if (!this.#isRight(keys)) throw new MasterKeyError(`${path} holds another master key by now`);
    this.#takeUp(keys, stamp);
  }

  /** A text that one of the file's keys opens proves that key, so here nothing else needs to. */
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

function newKey(): MasterKey {
  return parseMasterKey(Buffer.from(systemRandom.bytes(32)).toString("base64"));
}

function textOf(keys: readonly MasterKey[]): string {
  return keys.map((key) => `${Buffer.from(key.bytes).toString("base64")}\n`).join("");
}

/** What changes when the file does; null where there is none. */
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
  if (lines.length === 0) throw new MasterKeyError(`${where}: there is no key in it`);
  try {
    return lines.map(parseMasterKey);
  } catch (error) {
    throw new MasterKeyError(`${where}: ${(error as Error).message}`);
  }
}
