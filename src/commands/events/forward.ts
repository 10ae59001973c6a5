import { systemClock } from "../../kit/clock.ts";
import { systemRandom } from "../../kit/random.ts";
import { deliveryHeaders, envelopeBody } from "../../modules/webhooks/envelope/index.ts";
import { type Flags, type Option, requiredFlag, textFlag, UsageError } from "../command.ts";
import { deliver, type Receipt } from "./client.ts";
import type { FeedEvent } from "./follow.ts";

const SECRET_BYTES = 32;

/** Flags by which a command names a receiver. */
export const RECEIVER_OPTIONS: Record<string, Option> = {
  "forward-to": { type: "string", value: "URL", meaning: "The receiver, such as http://localhost:3000/hook" },
  secret: {
    type: "string",
    value: "whsec_…",
    meaning: "The webhook's secret that your receiver has, instead of a new one",
  },
};

/** A receiver on this machine, and the secret that its deliveries are signed with. */
export interface Receiver {
  url: string;
  secret: string;
}

/** The address of --forward-to, and the secret of --secret or a new one. @throws UsageError */
export function parseReceiver(flags: Flags): Receiver {
  const url = requiredFlag(flags, "forward-to");
  if (!URL.canParse(url) || !["http:", "https:"].includes(new URL(url).protocol))
    throw new UsageError(`--forward-to ${url} is not an address such as http://localhost:3000/hook`);
  const given = textFlag(flags, "secret");
  if (given !== undefined && !/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(given))
    throw new UsageError("--secret is the secret of a webhook: whsec_ and base64");
  return {
    url,
    secret: given ?? `whsec_${Buffer.from(systemRandom.bytes(SECRET_BYTES)).toString("base64")}`,
  };
}

/** Delivers an event as the server would, signed with the receiver's secret. */
export function forward({ url, secret }: Receiver, event: FeedEvent): Promise<Receipt> {
  const { event_id: uid, event_type, sequence, idempotency_key, occurred_at } = event;
  const body = envelopeBody({
    uid,
    event_type,
    data: JSON.stringify(event.data),
    sequence,
    idempotency_key,
    created_at: Date.parse(occurred_at),
  });
  const secrets = { secret, previousSecret: null, previousSecretExpiresAt: 0 };
  const attempt = { body, attempt: 1, nowMs: systemClock.now() };
  return deliver(url, deliveryHeaders({ uid, event_type }, secrets, attempt), body);
}

/** The receipt for people. */
export function receiptWords({ status, error, duration_ms }: Receipt): string {
  if (status !== null) return `${status} after ${duration_ms} ms`;
  return `no answer: ${error}. Is your receiver running there?`;
}
