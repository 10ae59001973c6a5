import { S3Client } from "bun";
import { StoreError } from "./lease-error.ts";
import type { LeaseStore } from "./model.ts";

/** Where objects lie in a store that speaks S3. */
export interface S3Place {
  endpoint: string | undefined;
  bucket: string;
  region: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | undefined;
  /** Before each name: empty, or ending in a slash. */
  prefix: string;
  /** Milliseconds that the store has for each answer. */
  timeoutMs: number;
}

const SIGNED_SECONDS = 300;

type Method = "GET" | "PUT" | "DELETE";

/** Objects by signed addresses: Bun's own calls know neither conditions nor deadlines. */
export class S3Store implements LeaseStore {
  readonly #client: S3Client;

  constructor(private readonly place: S3Place) {
    const { endpoint, bucket, region, accessKeyId, secretAccessKey, sessionToken } = place;
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
    const { status, body } = await this.#ask("PUT", name, text, { "if-none-match": "*" });
    // 409: another create of the same name is under way, and whose it will be is not known yet.
    if (status === 412 || status === 409) return false;
    requireOk("PUT", name, status, body);
    return true;
  }

  async read(name: string): Promise<string | null> {
    const { status, body } = await this.#ask("GET", name);
    if (status === 404 && !body.includes("NoSuchBucket")) return null;
    requireOk("GET", name, status, body);
    return body;
  }

  async write(name: string, text: string): Promise<void> {
    const { status, body } = await this.#ask("PUT", name, text);
    requireOk("PUT", name, status, body);
  }

  async list(prefix: string): Promise<string[]> {
    const listed = this.#client.list({ prefix: this.place.prefix + prefix });
    const late = Bun.sleep(this.place.timeoutMs).then(() => {
      throw new StoreError("the store does not answer in time");
    });
    try {
      const { contents } = await Promise.race([listed, late]);
      return (contents ?? []).map(({ key }) => key.slice(this.place.prefix.length));
    } catch (error) {
      throw storeError(error);
    } finally {
      late.catch(() => {});
      Promise.resolve(listed).catch(() => {});
    }
  }

  async remove(name: string): Promise<void> {
    const { status, body } = await this.#ask("DELETE", name);
    if (status !== 404) requireOk("DELETE", name, status, body);
  }

  async #ask(method: Method, name: string, text?: string, headers: Record<string, string> = {}) {
    const key = this.place.prefix + name;
    const signed = this.#client.presign(key, { method, expiresIn: SIGNED_SECONDS });
    try {
      const response = await fetch(signed, {
        method,
        headers,
        signal: AbortSignal.timeout(this.place.timeoutMs),
        ...(text === undefined ? {} : { body: text }),
      });
      return { status: response.status, body: await response.text() };
    } catch (error) {
      throw storeError(error);
    }
  }
}

function requireOk(method: Method, name: string, status: number, body: string): void {
  if (status >= 200 && status < 300) return;
  const code = /<Code>([^<]{1,80})<\/Code>/.exec(body)?.[1];
  throw new StoreError(
    `the store answered ${status}${code === undefined ? "" : ` ${code}`} to ${method} ${name}`,
  );
}

/** A signed address is a secret: it is not in the message. */
function storeError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const name = error instanceof Error ? error.name : "";
  const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
  return new StoreError(
    name === "TimeoutError" ? "the store does not answer in time" : `the store cannot be reached${code}`,
  );
}
