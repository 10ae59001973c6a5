import type { WebhookEvent } from "./models.ts";
import { parseObject } from "./refusal.ts";
import { equalConstantTime, hex, hmacSha256 } from "./signing.ts";

/** A delivery whose signature, time, id or body is wrong: answer 401 and take nothing of it. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
}

export interface Delivery {
  /** The webhook's secret; for a day after a rotation both. */
  secret: string | readonly string[];
  /** Of the request, by name. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The exact bytes as they came: parsing and writing them again breaks the signature. */
  body: string | Uint8Array;
  /** How far its time may lie from now; 300 unless given. */
  toleranceSeconds?: number;
}

const encoder = new TextEncoder();

/**
 * Verifies a delivery and returns its event. Deliveries come at least once: drop an event whose `event_id` you have
 * taken. X-Webhook-Signature covers the body alone, so a captured delivery could be sent again under another
 * X-Webhook-Id: a header that differs from `event_id` is refused.
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(delivery: Delivery): Promise<WebhookEvent> {
  const { headers, toleranceSeconds = 300 } = delivery;
  const body = typeof delivery.body === "string" ? encoder.encode(delivery.body) : delivery.body;
  const read = (name: string) => headerOf(headers, `x-${name}`) ?? headerOf(headers, name);
  const timestamp = read("webhook-timestamp") ?? "";
  if (!/^\d+$/.test(timestamp)) throw new WebhookVerificationError("X-Webhook-Timestamp is missing");
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError(`X-Webhook-Timestamp is more than ${toleranceSeconds} s from now`);
  const secrets = typeof delivery.secret === "string" ? [delivery.secret] : delivery.secret;
  const own = headerOf(headers, "x-webhook-signature");
  const standard = headerOf(headers, "webhook-signature");
  for (const secret of secrets) {
    if (!secret) throw new WebhookVerificationError("the webhook's secret is empty: is its setting missing?");
    const isRight =
      own === undefined
        ? await isStandardSignature(secret, read("webhook-id") ?? "", timestamp, body, standard ?? "")
        : await isSignature(secret, timestamp, body, own);
    if (isRight) return readEvent(headers, body);
  }
  throw new WebhookVerificationError("the signature is not of this secret and body");
}

function readEvent(headers: Delivery["headers"], body: Uint8Array): WebhookEvent {
  const event = parseObject(new TextDecoder().decode(body)) as WebhookEvent | null;
  if (typeof event?.event_id !== "string") throw new WebhookVerificationError("the body has no event_id");
  for (const name of ["x-webhook-id", "webhook-id"]) {
    const id = headerOf(headers, name);
    if (id !== undefined && id !== event.event_id)
      throw new WebhookVerificationError(`${name} differs from the signed event_id: the header was changed`);
  }
  return event;
}

/** X-Webhook-Signature: hex over "timestamp.body", keyed with the whole text of the secret. */
async function isSignature(
  secret: string,
  timestamp: string,
  body: Uint8Array,
  signature: string,
): Promise<boolean> {
  const signed = joined(encoder.encode(`${timestamp}.`), body);
  return equalConstantTime(hex(await hmacSha256(encoder.encode(secret), signed)), signature);
}

/** webhook-signature, of Standard Webhooks: over "id.timestamp.body", keyed with the bytes behind whsec_. */
async function isStandardSignature(
  secret: string,
  id: string,
  timestamp: string,
  body: Uint8Array,
  signatures: string,
): Promise<boolean> {
  const key = keyOf(secret);
  const signed = joined(encoder.encode(`${id}.${timestamp}.`), body);
  const expected = `v1,${btoa(String.fromCharCode(...(await hmacSha256(key, signed))))}`;
  return signatures.split(" ").some((each) => equalConstantTime(expected, each));
}

/** @throws WebhookVerificationError for a mangled secret; an empty key would let anybody sign */
function keyOf(secret: string): Uint8Array {
  try {
    const key = Uint8Array.from(atob(secret.replace("whsec_", "")), (character) => character.charCodeAt(0));
    if (key.length > 0) return key;
  } catch {}
  throw new WebhookVerificationError(
    "the webhook's secret is not whsec_ and base64: is its setting complete?",
  );
}

function joined(left: Uint8Array, right: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(left.length + right.length);
  bytes.set(left);
  bytes.set(right, left.length);
  return bytes;
}

function headerOf(headers: Delivery["headers"], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === "string" ? found : found?.[0];
}
