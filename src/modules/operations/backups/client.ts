import { statSync } from "node:fs";
import { join } from "node:path";
import { S3Client } from "bun";
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

const REASONS: Readonly<Record<string, string>> = {
  ConnectionRefused: "refuses connections: check BACKUP_S3_ENDPOINT, and that the store is running",
  ConnectionClosed: "closed the connection: check BACKUP_S3_ENDPOINT, and that the store is running",
  ConnectionTimeout: "does not answer: check BACKUP_S3_ENDPOINT and the network",
  Timeout: "does not answer: check BACKUP_S3_ENDPOINT and the network",
  FailedToOpenSocket: "cannot be reached: check BACKUP_S3_ENDPOINT and the network",
  DNSResolveFailed: "cannot be resolved: check BACKUP_S3_ENDPOINT and the DNS servers",
  AccessDenied: "denies access: check BACKUP_S3_ACCESS_KEY_ID, its permissions and the bucket",
  InvalidAccessKeyId: "does not know the key: check BACKUP_S3_ACCESS_KEY_ID",
  SignatureDoesNotMatch: "refuses the signature: check BACKUP_S3_SECRET_ACCESS_KEY and BACKUP_S3_REGION",
  NoSuchBucket: "has no such bucket: check BACKUP_S3_BUCKET",
};

/** Describes a store's error by its host, with the setting to check. */
function describeFailure(error: unknown, { endpoint }: CopyStore): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  const host = URL.canParse(endpoint) ? new URL(endpoint).host : endpoint;
  const reason = REASONS[code];
  if (reason !== undefined) return `the store at ${host} ${reason}`;
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
