import { createHash, createHmac } from "node:crypto";
import { parseTarget } from "../../../src/http/target.ts";
import { randomHex } from "../../../src/kit/ids.ts";
import { systemRandom } from "../../../src/kit/random.ts";

export interface Credentials {
  key_id: string;
  secret: string;
}

/**
 * Signs like a partner: implemented from the contract with node:crypto, independently of the server's code.
 */
export function sign(
  credentials: Credentials,
  method: string,
  target: string,
  options: { body?: string | Uint8Array; nonce?: string | null; timestamp: number },
): Record<string, string> {
  const nonce = options.nonce ?? "";
  const bodyHash = createHash("sha256")
    .update(options.body ?? "")
    .digest("hex");
  const canonical = [method, target, String(options.timestamp), nonce, bodyHash].join("\n");
  return {
    "x-partner-key": credentials.key_id,
    "x-partner-timestamp": String(options.timestamp),
    "x-partner-signature": createHmac("sha256", credentials.secret).update(canonical).digest("hex"),
    ...(nonce === "" ? {} : { "x-partner-nonce": nonce }),
  };
}

/** A change over HTTP, signed now. */
export function signedPost(
  credentials: Credentials,
  target: string,
  { body, idempotencyKey = newIdempotencyKey() }: { body: string; idempotencyKey?: string },
): { method: "POST"; body: string; headers: Record<string, string> } {
  const timestamp = Math.floor(Date.now() / 1000);
  return {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "idempotency-key": idempotencyKey,
      ...sign(credentials, "POST", target, { body, nonce: newNonce(), timestamp }),
    },
  };
}

export function newNonce(): string {
  return randomHex(16, systemRandom);
}

export function newIdempotencyKey(): string {
  return `test-${randomHex(12, systemRandom)}`;
}

/** A request as the server's authentication takes it, at a time in Unix milliseconds. */
export function arrived(request: Request, now: number) {
  return { request, method: request.method, target: parseTarget(request.url), now };
}
