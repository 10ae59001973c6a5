import { statSync } from "node:fs";
import { join } from "node:path";
import { S3Client } from "bun";
import type { Manifest } from "./manifest.ts";

/** Where copies are sent: any store that speaks S3. */
export interface CopyStore {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Before each name, such as `salute/`; may be empty. */
  prefix: string;
}

const PART_BYTES = 8 * 2 ** 20;

/**
 * Sends archive and manifest, the manifest last, and returns where to. Read in parts: memory does not grow with the
 * file.
 */
export async function sendCopy(store: CopyStore, directory: string, { id, file }: Manifest): Promise<string> {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey, prefix } = store;
  const client = new S3Client({ endpoint, bucket, region, accessKeyId, secretAccessKey });
  for (const name of [file, `${id}.json`]) {
    const path = join(directory, name);
    const writer = client.file(`${prefix}${name}`).writer({ partSize: PART_BYTES, queueSize: 2, retry: 3 });
    for await (const chunk of Bun.file(path).stream()) await writer.write(chunk);
    await writer.end();
    const { size } = await client.file(`${prefix}${name}`).stat();
    if (size !== statSync(path).size) throw new Error(`${name} arrived with ${size} bytes`);
  }
  return `s3://${bucket}/${prefix}${file}`;
}
