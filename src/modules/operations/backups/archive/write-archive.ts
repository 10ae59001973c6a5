import { closeSync, fdatasyncSync, fsyncSync, openSync, statSync, writeFileSync } from "node:fs";
import { constants, zstdCompressSync } from "node:zlib";
import { readChunks } from "../../../../kit/process/read-chunks.ts";
import { type ArchivedFile, CONTENTS, type Entry, type Packed } from "./archive.ts";
import { encrypt } from "./encryption.ts";
import { TAR_END, tarHeader, tarPadding } from "./tar-blocks.ts";

/** Of zstd: half of the processor time of level 3, for archives that are larger by up to 7 %. */
const LEVEL = 1;
/** Bytes that are flushed at a time: changes of a running server wait for a flush of gigabytes. */
const FLUSHED_BYTES = 2 ** 24;

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
  const packed = key === null ? frames : await encrypt(frames, key);
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
    let bytes = 0;
    for (const chunk of readChunks(path, { from: 0, end: size })) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
    if (bytes < size) throw new Error(`${path} became shorter while it was archived`);
    yield tarPadding(size);
    contents.push({ name, bytes: size, sha256: hash.digest("hex") });
  }
  const list = Buffer.from(JSON.stringify(contents));
  yield Buffer.concat([tarHeader(CONTENTS, list.length), list, tarPadding(list.length), TAR_END]);
}
