import {
  closeSync,
  createReadStream,
  createWriteStream,
  fdatasyncSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { constants, createZstdDecompress, zstdCompressSync } from "node:zlib";
import type { Decrypter, Encrypter } from "age-encryption";
import type { Extract } from "tar-stream";
import { TAR_END, tarHeader, tarPadding } from "./tar-blocks.ts";

/**
 * Archive format of backups: a tar of the databases, compressed by zstd with its checksum, and encrypted in age's
 * format (age-encryption.org/v1) if a key is set. `age -d FILE | zstd -d | tar x` opens it without salute. Everything
 * streams, so memory use does not grow with the databases.
 */

/** A file to archive: its name in the archive and its path on disk. */
export interface Entry {
  name: string;
  path: string;
}

/** A file in an archive. */
export interface ArchivedFile {
  name: string;
  bytes: number;
  sha256: string;
}

/** Last file of every archive; lists the others. An archive without it is truncated. */
const CONTENTS = "contents.json";
const MAX_CONTENTS_BYTES = 65_536;
/** Of zstd: half of the processor time of level 3, for archives that are larger by up to 7 %. */
const LEVEL = 1;
/** Bytes that are compressed at a time. */
const CHUNK_BYTES = 2 ** 20;
/** Bytes that are flushed at a time: changes of a running server wait for a flush of gigabytes. */
const FLUSHED_BYTES = 2 ** 24;

/** An archive's files, its hash and its length. */
export interface Packed {
  databases: ArchivedFile[];
  /** Lower-case hex. */
  sha256: string;
  bytes: number;
}

/**
 * Writes an archive. `key` is BACKUP_ENCRYPTION_KEY; null writes it unencrypted. Blocks its thread, since each stream
 * between file and archive would cost as much as compressing does.
 */
export async function writeArchive(
  entries: readonly Entry[],
  target: string,
  key: string | null,
): Promise<Packed> {
  const databases: ArchivedFile[] = [];
  const frames = compress(blocksOf(entries, databases));
  // Before the target is made: an error of the key leaves none behind.
  const packed = key === null ? frames : await (await encrypterOf(key)).encrypt(bytesOf(frames));
  const hash = new Bun.CryptoHasher("sha256");
  let bytes = 0;
  let flushed = 0;
  const file = openSync(target, "wx", 0o600);
  try {
    for await (const part of packed) {
      hash.update(part);
      writeFileSync(file, part);
      bytes += part.length;
      if (bytes - flushed < FLUSHED_BYTES) continue;
      fdatasyncSync(file);
      flushed = bytes;
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return { databases, sha256: hash.digest("hex"), bytes };
}

/** Each block as a frame of its own, which `zstd -d` takes as one file. */
function* compress(blocks: Iterable<Uint8Array>): Generator<Uint8Array<ArrayBuffer>> {
  const params = { [constants.ZSTD_c_checksumFlag]: 1, [constants.ZSTD_c_compressionLevel]: LEVEL };
  for (const block of blocks) yield zstdCompressSync(block, { params });
}

/** The blocks of a tar; each is valid until the next one is taken. `contents` gets the files. */
function* blocksOf(entries: readonly Entry[], contents: ArchivedFile[]): Generator<Uint8Array> {
  for (const { name, path } of entries) {
    const { size } = statSync(path);
    const hash = new Bun.CryptoHasher("sha256");
    yield tarHeader(name, size);
    for (const chunk of readFile(path, size)) {
      hash.update(chunk);
      yield chunk;
    }
    yield tarPadding(size);
    contents.push({ name, bytes: size, sha256: hash.digest("hex") });
  }
  const list = Buffer.from(JSON.stringify(contents));
  yield Buffer.concat([tarHeader(CONTENTS, list.length), list, tarPadding(list.length), TAR_END]);
}

/** Exactly `size` bytes of a file, in one buffer again and again. @throws Error if it has fewer */
function* readFile(path: string, size: number): Generator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  const file = openSync(path, "r");
  try {
    for (let at = 0; at < size; ) {
      const count = readSync(file, buffer, 0, Math.min(CHUNK_BYTES, size - at), at);
      if (count === 0) throw new Error(`${path} became shorter while it was archived`);
      at += count;
      yield buffer.subarray(0, count);
    }
  } finally {
    closeSync(file);
  }
}

function hashing(hash: Bun.CryptoHasher): Transform {
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

/** Options of readArchive. */
interface ReadOptions {
  /** BACKUP_ENCRYPTION_KEY; null for an unencrypted archive. */
  key: string | null;
  /** Limit on the unpacked size, including tar's framing. */
  maxBytes: number;
  /** Whether a file of this name belongs in the archive. */
  expects: (name: string) => boolean;
}

/** Fails beyond `maxBytes`: a small archive can unpack to more than any disk holds. */
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
 * Unpacks an archive into a directory, created if missing, and returns its files. @throws Error if a byte was changed,
 * the archive is truncated, it holds an unexpected file, or the key does not open it.
 */
export async function readArchive(
  source: string,
  directory: string,
  { key, maxBytes, expects }: ReadOptions,
): Promise<ArchivedFile[]> {
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
): Promise<ArchivedFile[]> {
  const unpacked: ArchivedFile[] = [];
  let contents: string | null = null;
  for await (const entry of tar) {
    const { name, type, size } = entry.header;
    if (name === CONTENTS) {
      if ((size ?? 0) > MAX_CONTENTS_BYTES) throw new Error("its list of contents is too long");
      contents = await text(entry);
      continue;
    }
    if (type !== "file" || !expects(name))
      throw new Error(`it holds ${name}, which does not belong in a backup`);
    const hash = new Bun.CryptoHasher("sha256");
    const target = createWriteStream(join(directory, name), { flags: "wx", mode: 0o600, flush: true });
    await pipeline(entry, hashing(hash), target);
    unpacked.push({ name, bytes: size ?? 0, sha256: hash.digest("hex") });
  }
  if (contents === null) throw new Error("it is truncated: its list of contents is missing");
  if (contents !== JSON.stringify(unpacked)) throw new Error("its files differ from its list of contents");
  return unpacked;
}

function bytesOf(
  chunks: Iterable<Uint8Array<ArrayBuffer>> | AsyncIterable<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const parts = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return?.();
    },
  });
}

function fromWeb(stream: ReadableStream<Uint8Array>): Readable {
  return Readable.from(stream, { objectMode: false });
}

/** Work factor for passphrases of at least 16 characters: 64 MiB of memory; age's default of 18 needs 256 MiB. */
const SCRYPT_LOG_N = 16;

/** Loaded on first use: loading takes a fifth of the start-up time. */
function age(): typeof import("age-encryption") {
  return require("age-encryption");
}

/** Accepts an identity (encrypts to its recipient), a recipient, or a passphrase (any other text). */
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
      "BACKUP_ENCRYPTION_KEY is an age recipient, which can only encrypt: set its AGE-SECRET-KEY-… to decrypt",
    );
  const { Decrypter } = age();
  const decrypter = new Decrypter();
  if (isIdentity(key)) decrypter.addIdentity(key);
  else decrypter.addPassphrase(key);
  return decrypter;
}

/** Why nothing can be encrypted under this key, without repeating the key; null if it can. */
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
/** Whether a key can encrypt but not decrypt. */
export const isRecipient = (key: string) => /^age1[a-z0-9]{20,}$/.test(key);
