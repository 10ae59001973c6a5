import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
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

/**
 * The master key, and while a rotation is under way the one before it. A key file holds one key a line, the current
 * first; a running server reads it again when it meets a text sealed by a key that it does not know.
 */
export class Keyring {
  #keys: MasterKey[];

  private constructor(
    keys: MasterKey[],
    /** Null where the key came from the MASTER_KEY variable. */
    readonly path: string | null,
  ) {
    this.#keys = keys;
  }

  static fromText(text: string): Keyring {
    return new Keyring(parseKeys(text, "MASTER_KEY"), null);
  }

  /** @throws MasterKeyError where the file is missing or malformed. */
  static fromFile(path: string): Keyring {
    return new Keyring(readKeyFile(path), path);
  }

  /** Makes a new key file (0600). @throws where it exists. */
  static create(path: string): Keyring {
    if (existsSync(path)) throw new MasterKeyError(`${path} exists: it is not overwritten`);
    writeKeyFile(path, [parseMasterKey(Buffer.from(randomBytes(32)).toString("base64"))]);
    return Keyring.fromFile(path);
  }

  get current(): MasterKey {
    const [key] = this.#keys;
    if (key === undefined) throw new MasterKeyError("the key file holds no key");
    return key;
  }

  seal(plain: string, context: string): string {
    return seal(this.current, plain, context);
  }

  /** @throws SealError where no known key opens it. */
  unseal(sealed: string, context: string): string {
    const key = this.#find(sealedBy(sealed)) ?? this.#reloadAndFind(sealedBy(sealed));
    if (key === null) throw new SealError(`the secret of ${context} was sealed by another master key`);
    return unseal(key, sealed, context);
  }

  /** A key for one purpose, drawn from the current master key. */
  derive(purpose: string): Uint8Array {
    return deriveKey(this.current, purpose);
  }

  /** Puts a new key before the present ones. */
  addToFile(path: string): void {
    const fresh = parseMasterKey(Buffer.from(randomBytes(32)).toString("base64"));
    this.#replace(path, [fresh, ...readKeyFile(path)]);
  }

  /** Forgets all keys but the current one. */
  dropOldFromFile(path: string): void {
    this.#replace(path, [this.current]);
  }

  #replace(path: string, keys: MasterKey[]): void {
    writeKeyFile(path, keys);
    this.#keys = keys;
  }

  #find(id: string): MasterKey | null {
    return this.#keys.find((key) => key.id === id) ?? null;
  }

  #reloadAndFind(id: string): MasterKey | null {
    if (this.path === null || !existsSync(this.path)) return null;
    this.#keys = readKeyFile(this.path);
    return this.#find(id);
  }
}

/** Writes a key file whole or not at all (0600), on the disk before anything is sealed with what it holds. */
function writeKeyFile(path: string, keys: readonly MasterKey[]): void {
  const next = join(dirname(path), ".master.key.next");
  const text = keys.map((key) => `${Buffer.from(key.bytes).toString("base64")}\n`).join("");
  writeFileSync(next, text, { mode: 0o600, flush: true });
  chmodSync(next, 0o600);
  renameSync(next, path);
  const directory = openSync(dirname(path), "r");
  fsyncSync(directory);
  closeSync(directory);
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
  try {
    return text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map(parseMasterKey);
  } catch (error) {
    throw new MasterKeyError(`${where}: ${(error as Error).message}`);
  }
}
