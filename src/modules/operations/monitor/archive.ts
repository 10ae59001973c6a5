/** A file of an archive; its text is generated while the archive is sent. */
export interface ArchiveFile {
  name: string;
  chunks: Iterable<string>;
}

const README = "README.txt";
const NOTHING = new Uint8Array(0);

/**
 * Generates a ZIP archive of files and a README.txt with their SHA-256 sums.
 * @param now Unix milliseconds: modification time of the files
 */
export function* streamZip(
  files: readonly ArchiveFile[],
  about: string,
  now: number,
): Generator<Uint8Array, void> {
  const { strToU8, Zip, ZipDeflate } = fflate();
  const made: Uint8Array[] = [];
  let fault: Error | null = null;
  const zip = new Zip((error, chunk) => {
    if (error !== null) fault = error;
    else made.push(chunk);
  });
  const sums: string[] = [];
  const takeChunks = function* (): Generator<Uint8Array, void> {
    if (fault !== null) throw fault;
    yield* made.splice(0);
  };
  for (const { name, chunks } of files) {
    const entry = new ZipDeflate(name, { level: 6 });
    entry.mtime = now;
    zip.add(entry);
    const hash = new Bun.CryptoHasher("sha256");
    for (const chunk of chunks) {
      hash.update(chunk);
      entry.push(strToU8(chunk), false);
      yield* takeChunks();
    }
    entry.push(NOTHING, true);
    yield* takeChunks();
    sums.push(`${hash.digest("hex")}  ${name}`);
  }
  const readme = new ZipDeflate(README, { level: 6 });
  readme.mtime = now;
  zip.add(readme);
  readme.push(strToU8(`${about}\n\nSHA-256\n${sums.join("\n")}\n`), true);
  zip.end();
  yield* takeChunks();
}

/** Loaded on first use. */
function fflate(): typeof import("fflate") {
  return require("fflate");
}
