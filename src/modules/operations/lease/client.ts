import { S3Client } from "bun";
import { StoreError } from "./lease-error.ts";
import type { LeaseStore } from "./model.ts";

/** Location of objects in an S3-compatible store. */
export interface S3Location {
  endpoint: string | undefined;
  bucket: string;
  region: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | undefined;
  /** Prepended to each name: empty, or ending in a slash. */
  prefix: string;
  /** Timeout of each request, in milliseconds. */
  timeoutMs: number;
}

const SIGNED_SECONDS = 300;

type Method = "GET" | "PUT" | "DELETE";

interface Answer {
  status: number;
  body: string;
}

/** Uses presigned URLs, since Bun's own S3 calls support neither conditions nor timeouts. */
export class S3Store implements LeaseStore {
  readonly #client: S3Client;

  constructor(private readonly location: S3Location) {
    const { endpoint, bucket, region, accessKeyId, secretAccessKey, sessionToken } = location;
    this.#client = new S3Client({
      bucket,
      accessKeyId,
      secretAccessKey,
      ...(endpoint === undefined ? {} : { endpoint }),
      ...(region === undefined ? {} : { region }),
      ...(sessionToken === undefined ? {} : { sessionToken }),
    });
  }

  async create(name: string, text: string): Promise<boolean> {
    const answer = await this.#request("PUT", name, { text, headers: { "if-none-match": "*" } });
    // 409: a concurrent create of the same name whose outcome is not known yet.
    if (answer.status === 412 || answer.status === 409) return false;
    requireOk("PUT", name, answer);
    return true;
  }

  async read(name: string): Promise<string | null> {
    const answer = await this.#request("GET", name);
    if (answer.status === 404 && !answer.body.includes("NoSuchBucket")) return null;
    requireOk("GET", name, answer);
    return answer.body;
  }

  async write(name: string, text: string): Promise<void> {
    requireOk("PUT", name, await this.#request("PUT", name, { text }));
  }

  async list(prefix: string): Promise<string[]> {
    const names: string[] = [];
    for (let after: string | undefined; ; ) {
      const { contents = [], isTruncated } = await this.#listPage(prefix, after);
      names.push(...contents.map(({ key }) => key.slice(this.location.prefix.length)));
      after = contents.at(-1)?.key;
      if (isTruncated !== true || after === undefined) return names;
    }
  }

  /** At most a thousand objects, by name. */
  async #listPage(prefix: string, startAfter: string | undefined): Promise<Bun.S3ListObjectsResponse> {
    const { promise: timeout, reject } = Promise.withResolvers<never>();
    const late = new StoreError("the store does not answer in time");
    const timer = setTimeout(() => reject(late), this.location.timeoutMs);
    try {
      const listed = this.#client.list({
        prefix: this.location.prefix + prefix,
        ...(startAfter === undefined ? {} : { startAfter }),
      });
      return await Promise.race([listed, timeout]);
    } catch (error) {
      throw storeError(error);
    } finally {
      clearTimeout(timer);
    }
  }

  async remove(name: string): Promise<void> {
    const answer = await this.#request("DELETE", name);
    if (answer.status !== 404) requireOk("DELETE", name, answer);
  }

  async #request(
    method: Method,
    name: string,
    { text, headers = {} }: { text?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const key = this.location.prefix + name;
    const signed = this.#client.presign(key, { method, expiresIn: SIGNED_SECONDS });
    try {
      const response = await fetch(signed, {
        method,
        headers,
        signal: AbortSignal.timeout(this.location.timeoutMs),
        ...(text === undefined ? {} : { body: text }),
      });
      return { status: response.status, body: await response.text() };
    } catch (error) {
      throw storeError(error);
    }
  }
}

function requireOk(method: Method, name: string, { status, body }: Answer): void {
  if (status >= 200 && status < 300) return;
  const code = /<Code>([^<]{1,80})<\/Code>/.exec(body)?.[1];
  throw new StoreError(
    `the store answered ${status}${code === undefined ? "" : ` ${code}`} to ${method} ${name}`,
  );
}

/** Never includes the presigned URL, which is a secret. */
function storeError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const name = error instanceof Error ? error.name : "";
  const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
  return new StoreError(
    name === "TimeoutError" ? "the store does not answer in time" : `the store cannot be reached${code}`,
  );
}
