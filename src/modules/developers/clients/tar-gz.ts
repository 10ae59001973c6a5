import { gzipSync } from "node:zlib";

/** Packs texts as a tar.gz; the same texts and time give the same bytes. */
export async function tarGz(
  files: readonly (readonly [name: string, text: string])[],
  mtime: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  const { pack } = await import("tar-stream");
  const tar = pack();
  for (const [name, text] of files) tar.entry({ name, mtime, mode: 0o644 }, text);
  tar.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of tar) chunks.push(Buffer.from(chunk as Uint8Array));
  return gzipSync(Buffer.concat(chunks), { level: 9 });
}
