import { type Credentials, newIdempotencyKey, newNonce, sign } from "../../harness/app/signing.ts";

/** Requests as bytes. */

export const CREDIT_BODY = JSON.stringify({
  user_id: "ext:demo-user",
  amount: 0.01,
  reason: "bench",
  source: "bench",
});

export function encode(method: string, target: string, headers: Record<string, string>, body = ""): Buffer {
  const lines = Object.entries({ host: "127.0.0.1", ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
}

export function signed(key: Credentials, method: string, target: string, body?: string): Buffer {
  const timestamp = Math.floor(Date.now() / 1000);
  const isMutation = body !== undefined;
  const headers = sign(key, method, target, {
    body: body ?? "",
    nonce: isMutation ? newNonce() : null,
    timestamp,
  });
  if (isMutation) {
    headers["content-type"] = "application/json";
    headers["content-length"] = String(Buffer.byteLength(body));
    headers["idempotency-key"] = newIdempotencyKey();
  }
  return encode(method, target, headers, body);
}
