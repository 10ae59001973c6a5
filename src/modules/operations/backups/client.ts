import { statSync } from "node:fs";
import { join } from "node:path";
import { S3Client } from "bun";
import { COPY_SETTINGS, explainCode } from "../stores/index.ts";
import type { Manifest } from "./archive/manifest.ts";

/** S3-compatible store for copies of backups. */
export interface CopyStore {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Prepended to each name, such as `salute/`; may be empty. */
  prefix: string;
}

/** Describes a store's error by its host, with the setting to check. */
function describeFailure(error: unknown, { endpoint }: CopyStore): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  const host = URL.canParse(endpoint) ? new URL(endpoint).host : endpoint;
  const reason = explainCode(code, COPY_SETTINGS);
  if (reason !== null) return `the store at ${host} ${reason.says}: ${reason.check}`;
  return code === ""
    ? error.message
    : `the store at ${host} answered with ${code}: ${error.message.slice(0, 200)}`;
}

const PART_BYTES = 8 * 2 ** 20;

/**
 * Uploads archive and manifest, the manifest last, and returns the archive's s3:// address. Streams the files, so
 * memory use does not grow with them. @throws Error with a message for people
 */
export async function sendCopy(store: CopyStore, directory: string, manifest: Manifest): Promise<string> {
  try {
    return await send(store, directory, manifest);
  } catch (error) {
    throw new Error(describeFailure(error, store), { cause: error });
  }
}

async function send(store: CopyStore, directory: string, { id, file }: Manifest): Promise<string> {
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
