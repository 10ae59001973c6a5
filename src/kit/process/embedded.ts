import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Where the executable shows its embedded files. */
const DIRECTORY = "/$bunfs/root";

/**
 * The names of the files in the executable, to which Bun appended its own hashes; none when run from source.
 * `Bun.embeddedFiles` is not used: it makes Blobs of all of them, whose 5 MB the collector then counts as live.
 */
export function embeddedNames(): string[] {
  return existsSync(DIRECTORY) ? readdirSync(DIRECTORY) : [];
}

/** The bytes of an embedded file. */
export function readEmbedded(name: string): Uint8Array<ArrayBuffer> {
  return readFileSync(join(DIRECTORY, name));
}

/** The bytes that the build embedded under a name, compressed with zstd. Null when run from source. */
export function embeddedBytes(name: string): Uint8Array<ArrayBuffer> | null {
  const found = embeddedNames().find((each) => each.startsWith(`${name}-`));
  return found === undefined ? null : new Uint8Array(Bun.zstdDecompressSync(readEmbedded(found)));
}
