import { readFileSync } from "node:fs";
import { join } from "node:path";

const DIRECTORY = "/$bunfs/root";

/**
 * The bytes that the build embedded under a name, to which Bun appends its own hash, compressed with zstd. Null when run
 * from source.
 */
export function embeddedBytes(name: string): Uint8Array<ArrayBuffer> | null {
  const names = Bun.embeddedFiles.map((file) => ("name" in file ? String(file.name) : ""));
  const found = names.find((each) => each.startsWith(`${name}-`));
  return found === undefined
    ? null
    : new Uint8Array(Bun.zstdDecompressSync(readFileSync(join(DIRECTORY, found))));
}
