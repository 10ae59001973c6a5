import { Type } from "@sinclair/typebox";
import { Echo, PageEcho, RowCount, SetEcho } from "../../../http/input/list-shapes.ts";
import { PageQuery, Pagination } from "../../../http/input/paging.ts";
import {
  BodyFlag,
  Described,
  Flag,
  Id,
  Links,
  Nullable,
  OneOf,
  Repeated,
  Text,
  Timestamp,
} from "../../../http/schema/shapes.ts";
import { Metadata, MetadataEcho, MetadataFilter, MetadataInput } from "../../platform/metadata/index.ts";
import { DELIVERY_STATES } from "../deliveries/index.ts";
import { EVENT_PATTERNS } from "../events/index.ts";

/** Path parameter of a webhook. */
export const WebhookPath = Type.Object({
  webhook_id: Id({ description: "Id of the webhook, as lists show it." }),
});

/** Path parameter of a webhook of any partner. */
export const AnyWebhookPath = Type.Object({ id: Id({ description: "Id of the webhook, of any partner." }) });

const Subscription = OneOf(EVENT_PATTERNS, {
  description: "A type of the catalogue (see Webhooks), prefix.* for all types of a prefix, or * for all.",
});

export const MAX_EVENT_TYPES = 50;
export const MAX_HEADERS = 10;

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

const OwnHeaders = Type.Record(
  Type.String(),
  Type.String({
    maxLength: 1_024,
    pattern: "^[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?$",
    "x-expectation": "1 to 1024 printable ASCII characters without line breaks or spaces at the ends",
  }),
  {
    maxProperties: MAX_HEADERS,
    "x-expectation": `an object of at most ${MAX_HEADERS} headers`,
    description:
      "Your own headers of each delivery, such as an access token; none that salute sets or that belongs to the connection. Values are stored encrypted and never shown again. A change replaces all of them; a value of *** keeps the stored one, unless scheme, host or port of the target change.",
    examples: [{ Authorization: "Bearer 5d2c81f0" }],
  },
);

/** The settings of a webhook beside its secret and its switch. */
export const WebhookSettings = Type.Object({
  event_type: Type.Optional(Subscription),
  event_types: Type.Optional(
    Repeated(Subscription, {
      minItems: 1,
      maxItems: MAX_EVENT_TYPES,
      description: `1 to ${MAX_EVENT_TYPES} names, each a type of the catalogue, prefix.* or *; event_type gives only one.`,
      examples: [["salutes.*", "users.created"]],
    }),
  ),
  target_url: Type.Optional(TargetUrl),
  description: Type.Optional(
    Nullable(Text(200), {
      description: "Your own note about this webhook; null removes it.",
      examples: ["Shop, production"],
    }),
  ),
  headers: Type.Optional(Nullable(OwnHeaders)),
  metadata: Type.Optional(MetadataInput),
  max_per_second: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: 1_000 }), {
      description: "Largest number of attempts that may start in any one second; null for no limit.",
      examples: [20],
    }),
  ),
});

const fields = {
  id: Type.Integer({ description: "Id of the webhook; paths and filters take it as webhook_id." }),
  event_type: Type.String({ description: "The first name of event_types." }),
  event_types: Type.Array(Type.String(), {
    description: "The subscribed names: types of the catalogue, prefix.* or *.",
    examples: [["salutes.*", "users.created"]],
  }),
  target_url: Type.String({ description: "Address of the receiver." }),
  description: Nullable(Type.String(), {
    description: "Your own note about this webhook; null if there is none.",
    examples: ["Shop, production"],
  }),
  headers: Type.Record(Type.String(), Type.String(), {
    description: "Your own headers of each delivery, by name; values are masked.",
    examples: [{ Authorization: "***" }],
  }),
  max_per_second: Nullable(Type.Integer(), {
    description: "Largest number of attempts that may start in any one second; null for no limit.",
    examples: [20],
  }),
  metadata: Metadata,
  off_reason: Nullable(OneOf(["partner", "gone"]), {
    description:
      "Why the webhook is off. partner: you switched it off. gone: its receiver answered 410. Null while it is on.",
  }),
  reason: Nullable(Type.String(), {
    description: "Your own words for switching it off; null if you gave none, and while it is on.",
    examples: ["Receiver moves to a new host on Monday"],
  }),
  consecutive_failures: Type.Integer({ description: "Failed attempts since the last success." }),
  created_at: Timestamp({ description: "Time at which the webhook was created." }),
  updated_at: Timestamp({ description: "Time of the webhook's last change." }),
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

export const OneWebhook = Type.Object({
  webhook: Described(Webhook, "The webhook as stored now."),
  docs_links: Links,
  links: Links,
});

/** Answers that create a secret show it, this once. */
export const WebhookWithSecret = Type.Object({
  webhook: Type.Object(
    {
      ...Webhook.properties,
      secret: Type.String({ description: "The secret that signs deliveries, shown only this once." }),
      previous_secret_expires_at: Nullable(Timestamp(), {
        description:
          "Time until which webhook-signature also carries the previous secret's signature; null if there is no previous secret.",
      }),
    },
    { description: "The webhook as stored now, with its secret." },
  ),
  docs_links: Links,
  links: Links,
});

export const CreateWebhookBody = Type.Object(
  {
    ...WebhookSettings.properties,
    target_url: TargetUrl,
    secret: Type.Optional(Secret),
  },
  { "x-one-required": ["event_types", "event_type"] },
);

export const UpdateWebhookBody = Type.Object(
  {
    ...WebhookSettings.properties,
    is_active: Type.Optional(
      BodyFlag({
        description: "Whether deliveries are sent. false: they are held, and sent once it is true again.",
      }),
    ),
    reason: Type.Optional(
      Nullable(Text(200), {
        description:
          "Why you switch it off, in your own words, which the service's operators read too; only for a webhook that is off or is switched off by this request. Switching it on removes it, and so does null.",
        examples: ["Receiver moves to a new host on Monday"],
      }),
    ),
  },
  { minProperties: 1 },
);

export const RotateSecretBody = Type.Object({ secret: Type.Optional(Secret) });

export const ListWebhooksQuery = Type.Object({
  event_type: Type.Optional(
    Repeated(Subscription, { description: "Only webhooks whose event_types hold one of these names." }),
  ),
  is_active: Type.Optional(Flag({ description: "Only webhooks that are on (true) or off (false)." })),
  metadata: Type.Optional(MetadataFilter),
  ...PageQuery,
});

export const WebhookList = Type.Object({
  webhooks: Type.Array(ListedWebhook, { description: "Your webhooks, newest first." }),
  count: RowCount,
  query: Echo({
    event_type: SetEcho,
    is_active: Nullable(Type.Boolean()),
    metadata: MetadataEcho,
    ...PageEcho,
  }),
  pagination: Pagination,
  docs_links: Links,
  links: Links,
});

export const DeletedWebhook = Type.Object({
  deleted: Type.Literal(true, { description: "Always true: the webhook was deleted." }),
  webhook_id: Type.Integer({ description: "Id of the deleted webhook." }),
});

export const EnabledWebhook = Type.Object({
  webhook_id: Type.Integer({ description: "Id of the webhook that was switched on." }),
  partner: Type.String({ description: "Name of the partner that owns it." }),
  target_url: Type.String({ description: "Address that its deliveries are sent to." }),
  is_active: Type.Literal(true, { description: "Always true: the webhook is on." }),
  was_off_reason: Nullable(OneOf(["partner", "gone"]), {
    description:
      "Why it was off. partner: its partner switched it off. gone: its receiver answered 410. Null if no reason is known.",
  }),
  enabled_at: Timestamp({ description: "Time at which it was switched on." }),
});

export const TestedWebhook = Type.Object({
  queued: Type.Literal(true, { description: "Always true: a delivery record was made." }),
  event_id: Type.Integer({ description: "Id of the delivery record that was made." }),
  event_uid: Type.String({ description: "Id of the test event: event_id of the delivered body." }),
  event_type: Type.Literal("webhook.test", { description: "Type of the event; always webhook.test." }),
  webhook_id: Type.Integer({ description: "Id of the webhook that gets the test." }),
  status: OneOf(DELIVERY_STATES, {
    description: "State of the delivery record: pending, or held until the webhook is on.",
  }),
});
