import { createReadStream, createWriteStream, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
import type { Decrypter, Encrypter } from "age-encryption";
import type { Extract, Pack } from "tar-stream";

/**
 * A backup's file: a tar of the databases, compressed by zstd with its checksum, and encrypted where a key is given
 * in the format of age (age-encryption.org/v1): `age -d FILE | zstd -d | tar x` opens it without salute. Streams
 * throughout, so that memory does not grow with the databases.
 */

/** A file of the archive: its name in it, and where it is. */
export interface Entry {
  name: string;
  path: string;
}

/** What an archive holds. */
export interface Packed {
  name: string;
  bytes: number;
  sha256: string;
}

/** The last file of every archive, which lists the others: one without it was cut short. */
const CONTENTS = "contents.json";
const MAX_CONTENTS_BYTES = 65_536;

/** Writes the archive, and returns what it holds; `key` as BACKUP_ENCRYPTION_KEY, null for none. */
export async function writeArchive(
  entries: readonly Entry[],
  target: string,
  key: string | null,
): Promise<Packed[]> {
  const { pack } = await import("tar-stream");
  const tar = pack();
  const compress = createZstdCompress({
    params: { [constants.ZSTD_c_checksumFlag]: 1, [constants.ZSTD_c_compressionLevel]: 3 },
  });
  const filled = fill(tar, entries);
  const output = createWriteStream(target, { flags: "wx", mode: 0o600, flush: true });
  if (key === null) {
    const [contents] = await Promise.all([filled, pipeline(tar, compress, output)]);
    return contents;
  }
  const compressed = pipeline(tar, compress);
  const encrypted = await (await encrypterOf(key)).encrypt(bytesOf(compress));
  const [contents] = await Promise.all([filled, compressed, pipeline(fromWeb(encrypted), output)]);
  return contents;
}

async function fill(tar: Pack, entries: readonly Entry[]): Promise<Packed[]> {
  const contents: Packed[] = [];
  for (const { name, path } of entries) {
    const { size } = statSync(path);
    const entry = tar.entry({ name, size, mode: 0o600 });
    const hash = new Bun.CryptoHasher("sha256");
    await pipeline(createReadStream(path), hashing(hash), entry);
    contents.push({ name, bytes: size, sha256: hash.digest("hex") });
  }
  tar.entry({ name: CONTENTS, mode: 0o600 }, JSON.stringify(contents));
  tar.finalize();
  return contents;
}

function hashing(hash: Bun.CryptoHasher): Transform {
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

/** How an archive is read. */
interface Reading {
  /** As BACKUP_ENCRYPTION_KEY; null for an archive that is not encrypted. */
  key: string | null;
  /** What it may unpack to, frames and all. */
  maxBytes: number;
  expects: (name: string) => boolean;
}

/** Passes on at most this much: a small archive may unpack to more than any disk holds. */
function bounded(maxBytes: number): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      passed += chunk.length;
      if (passed > maxBytes) done(new Error(`it unpacks to more than ${maxBytes} bytes`));
      else done(null, chunk);
    },
  });
}

/**
 * Unpacks an archive into a directory, which is made, and returns what it holds. Names that the caller does not
 * expect are refused. @throws Error where a byte was changed, the file is cut short, or the key does not open it.
 */
export async function readArchive(
  source: string,
  directory: string,
  { key, maxBytes, expects }: Reading,
): Promise<Packed[]> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = createReadStream(source);
  const plain = key === null ? file : fromWeb(await (await decrypterOf(key)).decrypt(bytesOf(file)));
  const { extract } = await import("tar-stream");
  const tar = extract();
  const [unpacked] = await Promise.all([
    unpack(tar, directory, expects),
    pipeline(plain, createZstdDecompress(), bounded(maxBytes), tar),
  ]);
  return unpacked;
}

async function unpack(
  tar: Extract,
  directory: string,
  expects: (name: string) => boolean,
): Promise<Packed[]> {
  const unpacked: Packed[] = [];
  let contents: string | null = null;
  for await (const entry of tar) {
    const { name, type, size } = entry.header;
    if (name === CONTENTS) {
      if ((size ?? 0) > MAX_CONTENTS_BYTES) throw new Error("its list of contents is too long");
      contents = await text(entry);
      continue;
    }
    if (type !== "file" || !expects(name)) throw new Error(`it holds ${name}, which no backup of ours does`);
    const hash = new Bun.CryptoHasher("sha256");
    const target = createWriteStream(join(directory, name), { flags: "wx", mode: 0o600, flush: true });
    await pipeline(entry, hashing(hash), target);
    unpacked.push({ name, bytes: size ?? 0, sha256: hash.digest("hex") });
  }
  if (contents === null) throw new Error("it was cut short: its list of contents is missing");
  if (contents !== JSON.stringify(unpacked)) throw new Error("its files are not those that it lists");
  return unpacked;
}

function bytesOf(stream: Readable): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}

function fromWeb(stream: ReadableStream<Uint8Array>): Readable {
  return Readable.from(stream, { objectMode: false });
}

/** Of a passphrase, which has 16 characters at least: 64 MiB of memory, where age's default of 18 takes 256. */
const SCRYPT_LOG_N = 16;

/** Loaded when first used: it takes a fifth of a start. */
function age(): typeof import("age-encryption") {
  return require("age-encryption");
}

/** An identity encrypts to its recipient, a recipient to itself, any other text is a passphrase. */
async function encrypterOf(key: string): Promise<Encrypter> {
  const { Encrypter, identityToRecipient } = age();
  const encrypter = new Encrypter();
  if (isIdentity(key)) encrypter.addRecipient(await identityToRecipient(key));
  else if (isRecipient(key)) encrypter.addRecipient(key);
  else encrypter.setPassphrase(key);
  encrypter.setScryptWorkFactor(SCRYPT_LOG_N);
  return encrypter;
}

async function decrypterOf(key: string): Promise<Decrypter> {
  if (isRecipient(key))
    throw new Error(
      "BACKUP_ENCRYPTION_KEY is an age recipient, which only encrypts: give its AGE-SECRET-KEY-… to open it",
    );
  const { Decrypter } = age();
  const decrypter = new Decrypter();
  if (isIdentity(key)) decrypter.addIdentity(key);
  else decrypter.addPassphrase(key);
  return decrypter;
}

/** Why nothing can be encrypted under this key, in words that do not repeat it; null where it can. */
export function keyFault(key: string): string | null {
  if (!isIdentity(key) && !isRecipient(key)) return null;
  try {
    const { Decrypter, Encrypter } = age();
    if (isIdentity(key)) new Decrypter().addIdentity(key);
    else new Encrypter().addRecipient(key);
    return null;
  } catch {
    return "it is mistyped or cut short";
  }
}

const isIdentity = (key: string) => key.startsWith("AGE-SECRET-KEY-");
/** Whether a key can encrypt and not decrypt. */
export const isRecipient = (key: string) => /^age1[a-z0-9]{20,}$/.test(key);
