import { existsSync, readFileSync, statSync } from "node:fs";
import { createPrivateFile, replacePrivateFile } from "../../kit/files.ts";
import { randomBytes } from "../../kit/ids.ts";
import {
  deriveKey,
  type MasterKey,
  parseMasterKey,
  SealError,
  seal,
  sealedBy,
  unseal,
} from "../../kit/seal.ts";

/** The master key is missing, malformed or another one. Its message says what to do. */
export class MasterKeyError extends Error {}

type IsRight = (keys: readonly MasterKey[]) => boolean;

/**
 * The master key, and while a rotation is under way the one before it. A key file holds one key a line, the current
 * first; a running server reads it again when it meets a text sealed by a key that it does not know, and before it seals.
 */
export class Keyring {
  #keys: readonly MasterKey[];
  #stamp: string | null;
  #isRight: IsRight = () => true;

  private constructor(
    keys: readonly MasterKey[],
    /** Null where the key came from the MASTER_KEY variable. */
    readonly path: string | null,
    stamp: string | null,
  ) {
    this.#keys = keys;
    this.#stamp = stamp;
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

  /** Names of the keys, the current first. */
  get ids(): string[] {
    return this.#keys.map((key) => key.id);
  }

  /** Whether these keys pass, as every key file must from now on before it takes the place of what is known. */
  holdAgainst(isRight: IsRight): boolean {
    this.#isRight = isRight;
    return isRight(this.#keys);
  }

  /**
   * Seals under the newest key of the file. Call it **inside** the write transaction that keeps the text: then a rotation,
   * which takes the same lock after it wrote the new key, sees every text that was sealed under the old one.
   */
  seal(plain: string, context: string): string {
    this.#refresh();
    return seal(this.current, plain, context);
  }

  /** @throws SealError where no known key opens it. */
  unseal(sealed: string, context: string): string {
    const id = sealedBy(sealed);
    if (this.#find(id) === null) this.#refresh();
    const key = this.#find(id);
    if (key === null) throw new SealError(`the secret of ${context} was sealed by another master key`);
    return unseal(key, sealed, context);
  }

  /** A key for one purpose, drawn from the current master key. */
  derive(purpose: string): Uint8Array {
    return deriveKey(this.current, purpose);
  }

  /**
   * Puts a new key before the present one in the file; where two are there, a rotation was begun and goes on.
   * One process at a time: call it under a write lock. @throws MasterKeyError where there is no file, or a wrong one.
   */
  beginRotation(): void {
    const path = this.#requireFile();
    const keys = readKeyFile(path);
    if (!this.#isRight(keys)) throw new MasterKeyError(`${path} holds another master key by now`);
    this.#keys = keys.length > 1 ? keys : this.#replace(path, [newKey(), ...keys]);
    this.#stamp = stampOf(path);
  }

  /** Forgets all keys but this one, unless another rotation began since. Under the same lock as `beginRotation`. */
  endRotation(id: string): void {
    const path = this.#requireFile();
    const [current] = readKeyFile(path);
    if (current?.id === id) this.#replace(path, [current]);
    this.#refresh();
  }

  #requireFile(): string {
    if (this.path !== null) return this.path;
    throw new MasterKeyError(
      "The key comes from MASTER_KEY, which cannot be rewritten from here. Put it into a file of mode 0600, name that in MASTER_KEY_FILE, restart the server, and rotate then.",
    );
  }

  #replace(path: string, keys: readonly MasterKey[]): readonly MasterKey[] {
    replacePrivateFile(path, textOf(keys));
    return keys;
  }

  #find(id: string): MasterKey | null {
    return this.#keys.find((key) => key.id === id) ?? null;
  }

  /** Takes up the file where it changed. A missing, malformed or wrong one leaves what is known. */
  #refresh(): void {
    if (this.path === null) return;
    const stamp = stampOf(this.path);
    if (stamp === null || stamp === this.#stamp) return;
    const keys = readOrNull(this.path);
    if (keys === null || !this.#isRight(keys)) return;
    this.#keys = keys;
    this.#stamp = stamp;
  }
}

function newKey(): MasterKey {
  return parseMasterKey(Buffer.from(randomBytes(32)).toString("base64"));
}

function textOf(keys: readonly MasterKey[]): string {
  return keys.map((key) => `${Buffer.from(key.bytes).toString("base64")}\n`).join("");
}

/** What changes when the file does; null where there is none. */
function stampOf(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.ino} ${stat.mtimeNs} ${stat.size}`;
}

function readOrNull(path: string): MasterKey[] | null {
  try {
    return readKeyFile(path);
  } catch {
    return null;
  }
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
