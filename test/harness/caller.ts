import type { Operation } from "../../src/http/operation.ts";
import { checkDocumented } from "./documented.ts";
import { type Credentials, newIdempotencyKey, newNonce, sign } from "./signing.ts";

export interface CallOptions {
  key?: Credentials;
  /** JSON is made of an object; text and bytes go as they are. */
  body?: object | string | Uint8Array;
  headers?: Record<string, string>;
  /** Null sends none; unset makes a fresh one for mutations. */
  nonce?: string | null;
  idempotencyKey?: string | null;
  /** Unix seconds; the clock's unless given. */
  timestamp?: number;
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into by tests, which assert their shape
type Json = any;

export interface Answered {
  status: number;
  headers: Headers;
  json: Json;
  text: string;
  bytes: Uint8Array;
}

/** Sends a request, signed where a key is given, and holds the answer against what the operation documents. */
export type Call = (method: string, target: string, options?: CallOptions) => Promise<Answered>;

/** What a caller needs of the server: how to reach it, what it documents, what time it has. */
export interface Reach {
  baseUrl: string;
  send: (request: Request) => Promise<Response>;
  operations: () => Operation[];
  nowMs: () => number;
  /** Told of every signature that is made. */
  onSigned?: (secret: string, signature: string | undefined) => void;
}

export function createCaller(reach: Reach): Call {
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
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    const json = isJson && text !== "" ? JSON.parse(text) : null;
    checkDocumented(reach.operations(), method, target, response.status, json);
    return { status: response.status, headers: response.headers, json, text, bytes };
  };
}

function encodeBody(body: CallOptions["body"]): string | Uint8Array | undefined {
  if (body === undefined || typeof body === "string" || body instanceof Uint8Array) return body;
  return JSON.stringify(body);
}
