import { closeSync, openSync, readSync } from "node:fs";

const CHUNK_BYTES = 2 ** 18;

/**
 * Reads the bytes of a file from `from` to before `end`, or to its end if that comes first. All chunks are in one buffer: each is
 * valid until the next one is taken.
 */
export function* readChunks(
  path: string,
  { from, end }: { from: number; end: number },
): Generator<Uint8Array<ArrayBuffer>> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  const file = openSync(path, "r");
  try {
    for (let at = from; at < end; ) {
      const count = readSync(file, buffer, 0, Math.min(CHUNK_BYTES, end - at), at);
      if (count === 0) return;
      at += count;
      yield buffer.subarray(0, count);
    }
  } finally {
    closeSync(file);
  }
}
