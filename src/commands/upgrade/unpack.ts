import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { buffer } from "node:stream/consumers";
import { CommandFailed } from "../command.ts";

/** Whether a release's file is an archive that contains the executable. */
export function isArchive(file: string): boolean {
  return file.endsWith(".tar.zst");
}

/**
 * Replaces an archive by the executable in it.
 * @param path of the archive, already checked
 * @throws CommandFailed if there is none
 */
export async function unpackProgram(path: string): Promise<void> {
  const { extract } = await import("tar-stream");
  const unpacked = extract();
  unpacked.end(Bun.zstdDecompressSync(readFileSync(path)));
  for await (const entry of unpacked) {
    if (/^salute(\.exe)?$/.test(basename(entry.header.name)) && entry.header.type === "file") {
      writeFileSync(path, await buffer(entry));
      return;
    }
    entry.resume();
  }
  throw new CommandFailed("The archive contains no salute.");
}
