import type { Operation } from "../../../src/http/operation.ts";
import { checkDocumented } from "../checks/documented.ts";
import { type Credentials, newIdempotencyKey, newNonce, sign } from "./signing.ts";

export interface CallOptions {
  key?: Credentials;
  /** Objects are sent as JSON, text and bytes unchanged. */
  body?: object | string | Uint8Array;
  headers?: Record<string, string>;
  /** Null: none. Unset: a new one for mutations. */
  nonce?: string | null;
  idempotencyKey?: string | null;
  /** Unix seconds; default: the clock's time. */
  timestamp?: number;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read answers and assert their shape
type Json = any;

export interface ReceivedAnswer {
  status: number;
  headers: Headers;
  json: Json;
  text: string;
  bytes: Uint8Array;
}

/** Sends a request, signed if a key is given, and checks the answer against the operation's documentation. */
export type Call = (method: string, target: string, options?: CallOptions) => Promise<ReceivedAnswer>;

/** The server under test: transport, documented operations and clock. */
export interface ServerUnderTest {
  baseUrl: string;
  send: (request: Request) => Promise<Response>;
  operations: () => readonly Operation[];
  nowMs: () => number;
  /** Called for each signature. */
  onSigned?: (secret: string, signature: string | undefined) => void;
}

export function createCaller(reach: ServerUnderTest): Call {
  return async (method, target, options = {}) => {
    const isMutation = method !== "GET" && method !== "HEAD";
    const body = encodeBody(options.body);
    const headers: Record<string, string> = {};
    if (body !== undefined) {
      headers["content-type"] = "application/json";
      headers["content-length"] = String(Buffer.byteLength(body));
    }
    if (options.key !== undefined) {
      const nonce = options.nonce === undefined && isMutation ? newNonce() : options.nonce;
      const timestamp = options.timestamp ?? Math.floor(reach.nowMs() / 1000);
      Object.assign(headers, sign(options.key, method, target, { body, nonce, timestamp }));
      reach.onSigned?.(options.key.secret, headers["x-partner-signature"]);
      const key =
        options.idempotencyKey === undefined && isMutation ? newIdempotencyKey() : options.idempotencyKey;
      if (key != null) headers["idempotency-key"] = key;
    }
    const request = new Request(`${reach.baseUrl}${target}`, {
      method,
      headers: { ...headers, ...options.headers },
      redirect: "manual",
      ...(body === undefined ? {} : { body: body as BodyInit }),
    });
    const response = await reach.send(request);
    const bytes = await bytesOf(response);
    const text = new TextDecoder().decode(bytes);
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    const json = isJson && text !== "" ? JSON.parse(text) : null;
    checkDocumented(reach.operations(), method, target, response.status, json);
    return { status: response.status, headers: response.headers, json, text, bytes };
  };
}

/** The whole body; of a stream that waits for news only what it begins with. */
async function bytesOf(response: Response): Promise<Uint8Array> {
  if (response.headers.get("content-type")?.startsWith("text/event-stream") !== true)
    return new Uint8Array(await response.arrayBuffer());
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return first?.value ?? new Uint8Array();
}

function encodeBody(body: CallOptions["body"]): string | Uint8Array | undefined {
  if (body === undefined || typeof body === "string" || body instanceof Uint8Array) return body;
  return JSON.stringify(body);
}
