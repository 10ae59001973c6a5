import { Type } from "@sinclair/typebox";
import { PageQuery, Pagination } from "../../../http/input/paging.ts";
import {
  BodyFlag,
  Flag,
  Id,
  Links,
  Nullable,
  OneOf,
  Repeated,
  Timestamp,
} from "../../../http/schema/shapes.ts";
import { EVENT_TYPES } from "../events/index.ts";

/** Path parameter of a webhook. */
export const WebhookPath = Type.Object({
  webhook_id: Id({ description: "The webhook's id." }),
});

/** Path parameter of a webhook of any partner. */
export const AnyWebhookPath = Type.Object({ id: Id({ description: "The webhook's id." }) });

const Subscription = OneOf([...EVENT_TYPES, "*"], {
  description: "A type of the catalogue (see Webhooks), or * for all.",
});

const TargetUrl = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description:
    "An absolute https address without user name and password. If this installation allows it, also http and addresses outside the public internet.",
});

const Secret = Type.String({
  maxLength: 100,
  description: "whsec_ and 24 to 64 bytes as padded standard base64; generated unless given.",
});

const fields = {
  id: Type.Integer(),
  event_type: Type.String({ description: "The subscribed event type, or * for all." }),
  target_url: Type.String(),
  off_reason: Nullable(OneOf(["partner", "gone"]), {
    description: "Why it is off: you switched it off, or its receiver answered 410. Null while it is on.",
  }),
  consecutive_failures: Type.Integer({ description: "Failed attempts since the last success." }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
};

/** A webhook in a list. */
const ListedWebhook = Type.Object({
  ...fields,
  is_active: Type.Integer({
    minimum: 0,
    maximum: 1,
    description:
      "1 if it is on, 0 if off: lists show the stored number, answers about one webhook true or false.",
  }),
});

const Webhook = Type.Object({
  ...fields,
  is_active: Type.Boolean({
    description: "Whether it is on: true or false about one webhook; lists show the stored 1 or 0.",
  }),
});

export const OneWebhook = Type.Object({ webhook: Webhook, docs_links: Links, links: Links });

/** Answers that create a secret show it, this once. */
export const WebhookWithSecret = Type.Object({
  webhook: Type.Object({
    ...Webhook.properties,
    secret: Type.String({ description: "Shown only this once." }),
    previous_secret_expires_at: Nullable(Timestamp(), {
      description: "Until then webhook-signature also carries the previous secret's signature.",
    }),
  }),
  docs_links: Links,
  links: Links,
});

export const CreateWebhookBody = Type.Object({
  event_type: Subscription,
  target_url: TargetUrl,
  secret: Type.Optional(Secret),
});

export const UpdateWebhookBody = Type.Object({
  is_active: BodyFlag({ description: "Off: deliveries are held, and sent once it is on again." }),
});

export const RotateSecretBody = Type.Object({ secret: Type.Optional(Secret) });

export const ListWebhooksQuery = Type.Object({
  event_type: Type.Optional(Repeated(Subscription)),
  is_active: Type.Optional(Flag()),
  ...PageQuery,
});

export const WebhookList = Type.Object({
  webhooks: Type.Array(ListedWebhook),
  count: Type.Integer(),
  query: Type.Object({
    event_type: Type.Union([Type.String(), Type.Array(Type.String()), Type.Null()], {
      description: "As given: one, several as a list, or null.",
    }),
    is_active: Nullable(Type.Boolean()),
    limit: Type.Integer(),
    offset: Type.Integer(),
    cursor: Nullable(Type.String()),
  }),
  pagination: Pagination,
  docs_links: Links,
  links: Links,
});

export const DeletedWebhook = Type.Object({ deleted: Type.Literal(true), webhook_id: Type.Integer() });

export const EnabledWebhook = Type.Object({
  webhook_id: Type.Integer({ description: "The webhook's id." }),
  partner: Type.String({ description: "Name of the partner that owns it." }),
  target_url: Type.String({ description: "Address that its deliveries are sent to." }),
  is_active: Type.Literal(true, { description: "It is on." }),
  was_off_reason: Nullable(OneOf(["partner", "gone"]), {
    description: "Why it was off: its partner switched it off, or its receiver answered 410 (gone).",
  }),
  enabled_at: Timestamp({ description: "When it was switched on." }),
});

export const TestedWebhook = Type.Object({
  queued: Type.Literal(true),
  event_id: Type.Integer({ description: "The record's id." }),
  event_uid: Type.String({ description: "event_id of the delivered body." }),
  event_type: Type.Literal("webhook.test"),
  webhook_id: Type.Integer(),
});

export const VerifySignatureBody = Type.Object({
  signature: Type.String({ maxLength: 256, description: "The X-Webhook-Signature header of the delivery." }),
  timestamp: Type.Union(
    [
      Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      Type.String({ pattern: "^[0-9]{1,15}$" }),
    ],
    { description: "The X-Webhook-Timestamp header of the delivery: Unix seconds." },
  ),
  payload: Type.String({ description: "The raw body as text, before any parsing." }),
  secret: Type.String({ minLength: 1, maxLength: 256, description: "The secret to test; it is not echoed." }),
});

export const VerifiedSignature = Type.Object({
  valid: Type.Boolean(),
  provided_signature: Type.String(),
  expected_signature: Type.String(),
  timestamp: Type.Integer(),
  canonical_body: Type.String({ description: "The signed text: the timestamp, a full stop, the payload." }),
  validator_example: Type.String({ description: "The same check as code." }),
});
