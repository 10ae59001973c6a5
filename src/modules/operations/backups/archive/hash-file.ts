import { createReadStream } from "node:fs";

/** SHA-256 of a file in lower-case hex, and its length. Streams the file. */
export async function hashFile(path: string): Promise<{ sha256: string; bytes: number }> {
  const hash = new Bun.CryptoHasher("sha256");
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Uint8Array);
    bytes += (chunk as Uint8Array).length;
  }
  return { sha256: hash.digest("hex"), bytes };
}
