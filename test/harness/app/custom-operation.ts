import { createEndpoint } from "../../../src/http/endpoint.ts";
import type { Operation } from "../../../src/http/operation.ts";
import { type Credentials, newIdempotencyKey, newNonce, sign } from "./signing.ts";
import type { World } from "./world.ts";

export interface CustomCall {
  key?: Credentials;
  query?: string;
  body?: string;
  nonce?: string | null;
  idempotencyKey?: string | null;
  headers?: Record<string, string>;
  method?: string;
}

/** Calls an operation that is not mounted, for cases that no mounted operation covers. */
export async function callCustom(world: World, operation: Operation, call: CustomCall = {}) {
  const { method = operation.method, query = "", body = "" } = call;
  const target = `${operation.path}${query}`;
  const isMutation = method !== "GET" && method !== "HEAD";
  const headers: Record<string, string> = body === "" ? {} : { "content-type": "application/json" };
  if (call.key !== undefined) {
    const nonce = call.nonce === undefined && isMutation ? newNonce() : (call.nonce ?? null);
    const timestamp = Math.floor(world.clock.now() / 1000);
    Object.assign(headers, sign(call.key, method, target, { body, nonce, timestamp }));
    const key = call.idempotencyKey === undefined && isMutation ? newIdempotencyKey() : call.idempotencyKey;
    if (key != null) headers["idempotency-key"] = key;
  }
  const request = new Request(`http://localhost${target}`, {
    method,
    headers: { ...headers, ...call.headers },
    ...(body === "" ? {} : { body }),
  });
  const response = await createEndpoint(operation, world.services.http)(request, {
    address: () => null,
    endAfter: () => undefined,
    keepOpen: () => undefined,
  });
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers and assert their shape
  const json: any = text.startsWith("{") ? JSON.parse(text) : null;
  return { status: response.status, headers: response.headers, text, json };
}
