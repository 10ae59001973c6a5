import { type Operation, partner, readOperation, writeOperation } from "../../../http/operation.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { createWebhook, MAX_WEBHOOKS } from "./create-webhook.ts";
import { deleteWebhook } from "./delete-webhook.ts";
import { WEBHOOK_ERRORS } from "./errors.ts";
import { requireWebhook } from "./find-webhook.ts";
import {
  CreateWebhookBody,
  DeletedWebhook,
  ListWebhooksQuery,
  OneWebhook,
  RotateSecretBody,
  TestedWebhook,
  UpdateWebhookBody,
  WebhookList,
  WebhookPath,
  WebhookWithSecret,
} from "./model.ts";
import { issuedWebhook, listWebhooks, oneWebhook } from "./read.ts";
import { rotateSecret } from "./rotate-secret.ts";
import type { TargetPolicy } from "./rules.ts";
import { testWebhook } from "./test-webhook.ts";
import { updateWebhook } from "./update-webhook.ts";
import { VerifiedSignature, VerifySignatureBody, verifySignature } from "./verify-signature.ts";

const ACCESS = partner("webhooks", { limit: "partner_webhooks" });
const WEBHOOKS = "/api/partner/webhooks";

/** @param targets the targets that this installation allows. */
export function webhookRoutes(keyring: Keyring, targets: TargetPolicy): Operation[] {
  return [
    ...collectionRoutes(keyring, targets),
    changeRoute(keyring, targets),
    deleteRoute(),
    rotateRoute(keyring),
    testRoute(),
    verifyRoute(),
  ];
}

function collectionRoutes(keyring: Keyring, targets: TargetPolicy): Operation[] {
  return [
    readOperation({
      id: "listWebhooks",
      method: "GET",
      path: WEBHOOKS,
      group: "webhooks",
      summary: "List your webhooks",
      outcome: "Your webhooks, newest first, without their secrets.",
      description: "Newest first. Secrets are shown only when created.",
      access: ACCESS,
      query: ListWebhooksQuery,
      response: WebhookList,
      read: ({ db, actor, query }) => listWebhooks(db.read, actor.partnerId, query),
    }),
    writeOperation({
      id: "createWebhook",
      method: "POST",
      path: WEBHOOKS,
      group: "webhooks",
      summary: "Create a webhook",
      outcome: "The webhook was created. This answer alone shows its secret.",
      description: `From this commit on, every event of its types is delivered to it. Give event_types, or event_type for one. The secret is shown only this once, the values of headers never. At most ${MAX_WEBHOOKS} per partner.`,
      access: ACCESS,
      status: 201,
      body: CreateWebhookBody,
      response: WebhookWithSecret,
      errors: ["state_conflict"],
      example: {
        event_types: ["salutes.*", "donation.claimed"],
        target_url: "https://partner.example/hooks/salute",
        description: "Shop, production",
      },
      write: (tx, { actor, body }) =>
        issuedWebhook(createWebhook(tx, { partnerId: actor.partnerId, body, keyring, targets })),
    }),
  ];
}

function changeRoute(keyring: Keyring, targets: TargetPolicy): Operation {
  return writeOperation({
    id: "updateWebhook",
    method: "PATCH",
    path: `${WEBHOOKS}/{webhook_id}`,
    group: "webhooks",
    summary: "Change a webhook, or switch it on or off",
    outcome: "The webhook was changed; the answer shows it as stored now.",
    description:
      "Changes only what is given. Waiting deliveries go to a new target_url, from their next attempt on; if its scheme, host or port is another, headers must be given again. Nothing is lost while it is off: deliveries are held, at most 90 days, and sent oldest first once it is on again. reason says why it is off. Kept in the audit trail.",
    access: ACCESS,
    params: WebhookPath,
    body: UpdateWebhookBody,
    response: OneWebhook,
    errors: [WEBHOOK_ERRORS.webhook_not_found],
    example: { target_url: "https://partner.example/hooks/v2", max_per_second: 20 },
    write: (tx, { actor, params, body }) => {
      const webhook = requireWebhook(tx, actor.partnerId, params.webhook_id);
      return oneWebhook(updateWebhook(tx, actor, { webhook, body, keyring, targets }));
    },
  });
}

function deleteRoute(): Operation {
  return writeOperation({
    id: "deleteWebhook",
    method: "DELETE",
    path: `${WEBHOOKS}/{webhook_id}`,
    group: "webhooks",
    summary: "Delete a webhook",
    outcome: "The webhook was deleted, and its waiting deliveries were cancelled.",
    description: "Nothing more is sent: waiting deliveries are cancelled. Its records stay listed.",
    access: ACCESS,
    params: WebhookPath,
    response: DeletedWebhook,
    errors: [WEBHOOK_ERRORS.webhook_not_found],
    write: (tx, { actor, params }) => {
      const webhook = requireWebhook(tx, actor.partnerId, params.webhook_id);
      deleteWebhook(tx, webhook);
      return { deleted: true, webhook_id: webhook.id };
    },
  });
}

function rotateRoute(keyring: Keyring): Operation {
  return writeOperation({
    id: "rotateWebhookSecret",
    method: "POST",
    path: `${WEBHOOKS}/{webhook_id}/rotate-secret`,
    group: "webhooks",
    summary: "Rotate a webhook's secret",
    outcome: "The webhook has a new secret, which this answer alone shows.",
    description:
      "X-Webhook-Signature uses it at once; webhook-signature carries the new and the old one for 24 h. The secret is shown only this once.",
    access: ACCESS,
    params: WebhookPath,
    body: RotateSecretBody,
    response: WebhookWithSecret,
    errors: [WEBHOOK_ERRORS.webhook_not_found],
    write: (tx, { actor, params, body }) => {
      const webhook = requireWebhook(tx, actor.partnerId, params.webhook_id);
      return issuedWebhook(rotateSecret(tx, { webhook, body, keyring }));
    },
  });
}

function testRoute(): Operation {
  return writeOperation({
    id: "testWebhook",
    method: "POST",
    path: `${WEBHOOKS}/{webhook_id}/test`,
    group: "webhooks",
    summary: "Send a test to a webhook",
    outcome: "A test event was queued for this webhook.",
    description: "Only to this webhook, whatever it subscribes to. Held while it is off.",
    access: ACCESS,
    params: WebhookPath,
    response: TestedWebhook,
    errors: [WEBHOOK_ERRORS.webhook_not_found],
    write: (tx, { actor, params }) => testWebhook(tx, requireWebhook(tx, actor.partnerId, params.webhook_id)),
  });
}

function verifyRoute(): Operation {
  return readOperation({
    id: "verifyWebhookSignature",
    method: "POST",
    path: `${WEBHOOKS}/signature/verify`,
    group: "webhooks",
    summary: "Check a computed signature",
    outcome: "The signature was compared; valid says whether it is right.",
    description:
      "Returns the right X-Webhook-Signature for a payload, timestamp and secret. Changes nothing: no nonce or Idempotency-Key is needed. A mismatch is a 200 with valid false.",
    access: ACCESS,
    body: VerifySignatureBody,
    response: VerifiedSignature,
    read: ({ body }) => verifySignature(body),
  });
}
