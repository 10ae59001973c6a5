import { hmacSha256Hex } from "./seal.ts";

/**
 * What X-Webhook-Signature bears (contract section 9): lower-case hex HMAC-SHA256 over the timestamp, a full stop and the
 * exact bytes of the body, keyed with the whole text of the secret.
 * @param timestamp Unix seconds, as X-Webhook-Timestamp has them.
 */
export function webhookSignature(secret: string, timestamp: number, body: string | Uint8Array): string {
  return hmacSha256Hex(secret, Buffer.concat([Buffer.from(`${timestamp}.`), Buffer.from(body)]));
}
