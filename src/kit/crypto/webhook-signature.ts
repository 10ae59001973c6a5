import { hmacSha256Base64, hmacSha256Hex } from "./seal.ts";

/**
 * The X-Webhook-Signature header (contract section 9): lower-case hex HMAC-SHA256 over the timestamp, a full stop and
 * the exact bytes of the body, keyed with the whole text of the secret.
 * @param timestamp Unix seconds, as in X-Webhook-Timestamp.
 */
export function webhookSignature(secret: string, timestamp: number, body: string | Uint8Array): string {
  return typeof body === "string"
    ? hmacSha256Hex(secret, `${timestamp}.${body}`)
    : hmacSha256Hex(secret, Buffer.concat([Buffer.from(`${timestamp}.`), body]));
}

/** The signed parts of a message. */
interface SignedMessage {
  id: string;
  /** Unix seconds, as in webhook-timestamp. */
  timestamp: number;
  body: string;
}

/**
 * One signature of Standard Webhooks 1.0.0's `webhook-signature`: `v1,` and the base64 HMAC-SHA256 over id, timestamp
 * and body, joined by full stops, keyed with the bytes that follow `whsec_` as base64.
 */
export function standardWebhookSignature(secret: string, { id, timestamp, body }: SignedMessage): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return `v1,${hmacSha256Base64(key, `${id}.${timestamp}.${body}`)}`;
}
