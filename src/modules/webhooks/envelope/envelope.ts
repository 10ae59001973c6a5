import { HOUR_MS, isoUtc } from "../../../kit/clock.ts";
import { standardWebhookSignature, webhookSignature } from "../../../kit/crypto/webhook-signature.ts";
import { VERSION } from "../../../kit/process/version.ts";

/** Time after a rotation in which `webhook-signature` also carries the previous secret's signature. */
export const PREVIOUS_SECRET_MS = 24 * HOUR_MS;

/** The signing secrets of a receiver. */
export interface SigningSecrets {
  secret: string;
  /** The secret before the last rotation, also used in `webhook-signature` until it expires. */
  previousSecret: string | null;
  previousSecretExpiresAt: number;
}

export interface Envelope {
  /** evt_ and a ULID; the same on every attempt and replay. */
  uid: string;
  event_type: string;
  /** JSON text. */
  data: string;
  sequence: number;
  idempotency_key: string | null;
  /** Unix milliseconds. */
  created_at: number;
}

/** The exact body of every attempt at an event. */
export function envelopeBody({
  uid,
  event_type,
  data,
  sequence,
  idempotency_key,
  created_at,
}: Envelope): string {
  const about = JSON.stringify({ occurred_at: isoUtc(created_at), sequence, idempotency_key }).slice(1);
  return `{"event_id":${JSON.stringify(uid)},"event_type":${JSON.stringify(event_type)},"data":${data},${about}`;
}

/** One attempt at an event. */
interface Dispatch {
  body: string;
  /** Its number, from 1. */
  attempt: number;
  /** Its time in Unix milliseconds; the seconds are signed. */
  nowMs: number;
}

/**
 * The headers of one attempt: our own and those of Standard Webhooks (standardwebhooks.com), whose signature uses
 * both secrets while the old one is valid.
 */
export function deliveryHeaders(
  { uid, event_type }: Pick<Envelope, "uid" | "event_type">,
  { secret, previousSecret, previousSecretExpiresAt }: SigningSecrets,
  { body, attempt, nowMs }: Dispatch,
): Record<string, string> {
  const timestamp = secondsOf(nowMs);
  const message = { id: uid, timestamp, body };
  const standard = standardWebhookSignature(secret, message);
  const isBoth = previousSecret !== null && nowMs < previousSecretExpiresAt;
  const headers = plainHeaders({ uid, event_type }, attempt, nowMs);
  headers["X-Webhook-Signature"] = webhookSignature(secret, timestamp, body);
  headers["webhook-signature"] = isBoth
    ? `${standard} ${standardWebhookSignature(previousSecret, message)}`
    : standard;
  return headers;
}

/** The headers of one attempt without its signatures. */
export function plainHeaders(
  { uid, event_type }: Pick<Envelope, "uid" | "event_type">,
  attempt: number,
  nowMs: number,
): Record<string, string> {
  const timestamp = String(secondsOf(nowMs));
  return {
    "content-type": "application/json",
    "user-agent": `salute/${VERSION}`,
    "accept-encoding": "identity",
    "X-Webhook-Id": uid,
    "X-Webhook-Event": event_type,
    "X-Webhook-Timestamp": timestamp,
    "X-Webhook-Attempt": String(attempt),
    "X-Webhook-Schema": "1",
    "webhook-id": uid,
    "webhook-timestamp": timestamp,
  };
}

function secondsOf(ms: number): number {
  return Math.floor(ms / 1000);
}
