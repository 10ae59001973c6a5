import { createReadStream, createWriteStream, mkdirSync } from "node:fs";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import type { Extract } from "tar-stream";
import { decrypt } from "./encryption.ts";

/**
 * Archive format of backups: a tar of the databases, compressed by zstd with its checksum, and encrypted in age's
 * format (age-encryption.org/v1) if a key is set. `age -d FILE | zstd -d | tar x` opens it without salute. Memory use
 * does not grow with the databases.
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
export const CONTENTS = "contents.json";
const MAX_CONTENTS_BYTES = 65_536;

/** An archive's files, its hash and its length. */
export interface Packed {
  databases: ArchivedFile[];
  /** Lower-case hex. */
  sha256: string;
  bytes: number;
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
  const plain = key === null ? file : Readable.from(await decrypt(file, key), { objectMode: false });
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
