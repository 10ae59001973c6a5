import type { Static } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import { ulid } from "../../../kit/ids.ts";
import type { Random } from "../../../kit/random.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import type { CreateWebhookBody } from "./model.ts";
import { isSecret, newSecret, type TargetPolicy } from "./rules.ts";
import { columnsFor } from "./settings.ts";
import { countWebhooks, insertWebhook, type WebhookRow } from "./store.ts";

export const MAX_WEBHOOKS = 50;

/** A webhook with its secret, which cannot be read again. */
export interface IssuedWebhook {
  webhook: WebhookRow;
  secret: string;
}

export interface WebhookRequest {
  partnerId: number;
  body: Static<typeof CreateWebhookBody>;
  /** Seals the secret and the headers. */
  keyring: Keyring;
  /** The targets that this installation allows. */
  targets: TargetPolicy;
}

/** Creates a webhook, switched on. @throws Problem invalid_payload naming the field, state_conflict past the limit */
export function createWebhook(tx: Tx, { partnerId, body, keyring, targets }: WebhookRequest): IssuedWebhook {
  const { secret: ownSecret, ...settings } = body;
  const secret = secretFrom({ secret: ownSecret }, tx.random);
  const uid = `whk_${ulid(tx.now, tx.random)}`;
  const { event_types, ...columns } = columnsFor(settings, { keyring, targets, uid, stored: null });
  if (event_types === undefined) throw new Error("the body of a new webhook has no event types");
  if (countWebhooks(tx, partnerId) >= MAX_WEBHOOKS) {
    throw new Problem("state_conflict", `Delete a webhook first: a partner has at most ${MAX_WEBHOOKS}.`);
  }
  const webhook = insertWebhook(tx, {
    description: null,
    header_names: null,
    headers_sealed: null,
    max_per_second: null,
    metadata: null,
    ...columns,
    uid,
    partner_id: partnerId,
    event_types,
    target_url: body.target_url,
    secret_sealed: keyring.seal(secret, uid),
  });
  return { webhook, secret };
}

/** The given secret, or a new one. @throws Problem invalid_payload */
export function secretFrom({ secret }: { secret?: string }, random: Random): string {
  if (secret === undefined) return newSecret(random);
  if (!isSecret(secret))
    throw invalidPayload("secret", "must be whsec_ and 24 to 64 bytes as padded standard base64");
  return secret;
}
