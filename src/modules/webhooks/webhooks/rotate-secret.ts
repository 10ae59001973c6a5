import type { Static } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import { invalidPayload } from "../../../http/answers/problem.ts";
import { equalConstantTime } from "../../../kit/crypto/seal.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { PREVIOUS_SECRET_MS } from "../envelope/index.ts";
import { type IssuedWebhook, secretFrom } from "./create-webhook.ts";
import { requireWebhook } from "./find-webhook.ts";
import type { RotateSecretBody } from "./model.ts";
import { replaceSecret, type WebhookRow } from "./store.ts";

/**
 * Gives a webhook a new secret: X-Webhook-Signature uses it at once, webhook-signature carries both for 24 h.
 * @throws Problem invalid_payload
 */
export function rotateSecret(
  tx: Tx,
  {
    webhook,
    body,
    keyring,
  }: { webhook: WebhookRow; body: Static<typeof RotateSecretBody>; keyring: Keyring },
): IssuedWebhook {
  const secret = secretFrom(body, tx.random);
  if (equalConstantTime(secret, keyring.unseal(webhook.secret_sealed, webhook.uid)))
    throw invalidPayload("secret", "must differ from the current one");
  replaceSecret(tx, {
    id: webhook.id,
    secret_sealed: keyring.seal(secret, webhook.uid),
    previous_secret_expires_at: tx.now + PREVIOUS_SECRET_MS,
  });
  tx.signals.add("holding");
  return { webhook: requireWebhook(tx, webhook.partner_id, webhook.id), secret };
}
