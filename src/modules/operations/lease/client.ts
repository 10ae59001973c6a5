import { S3Client } from "bun";
import { SECOND_MS, systemClock } from "../../../kit/clock.ts";
import { AnswerTooLong, readAnswer } from "../../../kit/network/read-answer.ts";
import { StoreError } from "./lease-error.ts";
import type { LeaseStore } from "./model.ts";
import { signList } from "./sign-list.ts";

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

/** Far above any object of the lease, and any page of a thousand names. */
const MAX_ANSWER_BYTES = 4 * 2 ** 20;
const MAX_PAGES = 1_000;

type Method = "GET" | "PUT" | "DELETE";

interface Answer {
  status: number;
  body: string;
  /** The store's clock minus this machine's, in milliseconds; null if the answer names no time. */
  skewMs: number | null;
}

/** Uses presigned URLs, since Bun's own S3 calls support neither conditions nor timeouts. */
export class S3Store implements LeaseStore {
  readonly seesEveryWrite = true;
  readonly #client: S3Client;
  #skewMs: number | null = null;

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

  /** The store's clock minus this machine's at the last answer, in milliseconds; null if none named a time. */
  get skewMs(): number | null {
    return this.#skewMs;
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

  async list(prefix: string, most = Number.POSITIVE_INFINITY): Promise<string[]> {
    const names: string[] = [];
    for (let page = 0, after: string | undefined; page < MAX_PAGES; page++) {
      const { keys, isTruncated } = await this.#listPage(prefix, after);
      names.push(...keys.map((key) => key.slice(this.location.prefix.length)));
      after = keys.at(-1);
      if (!isTruncated || after === undefined || names.length >= most) return names;
    }
    throw new StoreError(`the store lists too many objects below ${prefix}`);
  }

  /** At most a thousand objects, by name. */
  async #listPage(prefix: string, startAfter: string | undefined) {
    const key = this.location.prefix + prefix;
    const url = signList(
      { url: this.#presign("GET", PROBE), key: PROBE, secret: this.location.secretAccessKey },
      { prefix: key, startAfter },
    );
    const answer = await send(url, { signal: AbortSignal.timeout(this.location.timeoutMs) });
    requireOk("GET", prefix, answer);
    return readPage(answer.body);
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
    const answer = await send(this.#presign(method, this.location.prefix + name), {
      method,
      headers,
      signal: AbortSignal.timeout(this.location.timeoutMs),
      ...(text === undefined ? {} : { body: text }),
    });
    this.#skewMs = answer.skewMs;
    return answer;
  }

  #presign(method: Method, key: string): string {
    return this.#client.presign(key, { method, expiresIn: SIGNED_SECONDS });
  }
}

/** Any name, of which only the URL is used. */
const PROBE = "list";

async function send(url: string, init: RequestInit): Promise<Answer> {
  const sentAt = systemClock.now();
  try {
    const response = await fetch(url, init);
    const skewMs = skewOf(response.headers.get("date"), (sentAt + systemClock.now()) / 2);
    const body = (await readAnswer(response, MAX_ANSWER_BYTES)).toString("utf8");
    return { status: response.status, body, skewMs };
  } catch (error) {
    throw storeError(error);
  }
}

/** @param at middle of the request, in Unix milliseconds */
function skewOf(date: string | null, at: number): number | null {
  const store = date === null ? Number.NaN : Date.parse(date);
  // The header has whole seconds: their middle is nearest.
  return Number.isNaN(store) ? null : Math.round(store + SECOND_MS / 2 - at);
}

function readPage(xml: string): { keys: string[]; isTruncated: boolean } {
  if (!xml.includes("<ListBucketResult")) throw new StoreError("the store answered no list of objects");
  return {
    keys: [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = ""]) => withoutEntities(key)),
    isTruncated: /<IsTruncated>\s*true\s*</.test(xml),
  };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function withoutEntities(text: string): string {
  return text.replaceAll(/&(#?)(x?)(\w+);/g, (whole, ...[number, hex, name]: string[]) => {
    if (number === "") return ENTITIES[`${hex}${name}`] ?? whole;
    return String.fromCodePoint(Number.parseInt(name ?? "", hex === "" ? 10 : 16));
  });
}

function requireOk(method: Method, name: string, { status, body }: Answer): void {
  if (status >= 200 && status < 300) return;
  const [code, said] = ["Code", "Message"].map(
    (tag) => new RegExp(`<${tag}>([^<]{1,300})</${tag}>`).exec(body)?.[1] ?? null,
  );
  const words = said === null || said === undefined ? "" : `: ${withoutEntities(said).replace(/\.$/, "")}`;
  throw new StoreError(
    `the store answered ${status}${code === null ? "" : ` ${code}`} to ${method} ${name}${words}`,
    code ?? null,
  );
}

/** Never includes the presigned URL, which is a secret. */
function storeError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  if (error instanceof AnswerTooLong)
    return new StoreError(`the store's answer is too long: ${error.message}`);
  const name = error instanceof Error ? error.name : "";
  const code = error instanceof Error && "code" in error ? String(error.code) : null;
  if (name === "TimeoutError") return new StoreError("the store does not answer in time", "Timeout");
  return new StoreError(`the store cannot be reached${code === null ? "" : ` (${code})`}`, code);
}
