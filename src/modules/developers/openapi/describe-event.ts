import { type TObject, Type } from "@sinclair/typebox";
import { pascalCase } from "../../../../clients/generator/names.ts";
import { plainSchema } from "../../../http/schema/plain-schema.ts";
import { Described, Nullable, Timestamp } from "../../../http/schema/shapes.ts";
import { EVENT_CATALOGUE } from "../../webhooks/events/index.ts";
import type { Components } from "./components.ts";
import { buildExample } from "./example.ts";
import { EXAMPLE_DIGEST, EXAMPLE_EVENT_UID } from "./example-values.ts";
import type { OperationObject, Parameter, PathItem } from "./openapi.ts";

const UNIX_SECONDS = "1795255200";
const STANDARD_SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

function header(name: string, description: string, example: string): Parameter {
  return { name, in: "header", required: true, description, schema: { type: "string" }, example };
}

/** The headers of every delivery (contract section 9). */
function deliveryHeaders(eventType: string, version: string): Parameter[] {
  return [
    header(
      "X-Webhook-Id",
      "Copy of the body's event_id. X-Webhook-Signature does not cover it: drop duplicates by event_id, and refuse a delivery whose header differs from it.",
      EXAMPLE_EVENT_UID,
    ),
    header("X-Webhook-Event", "The event's type.", eventType),
    header("X-Webhook-Timestamp", "Unix seconds of this attempt: refuse what is 300 s off.", UNIX_SECONDS),
    header(
      "X-Webhook-Signature",
      "Lower-case hex HMAC-SHA256 over the timestamp, a full stop and the raw body, keyed with the whole text of the webhook's secret.",
      EXAMPLE_DIGEST,
    ),
    header("X-Webhook-Attempt", "Number of this attempt, from 1.", "1"),
    header("X-Webhook-Schema", "Version of the shapes of events.", "1"),
    header("User-Agent", "Name and version of the sender.", `salute/${version}`),
    header(
      "webhook-id",
      "Copy of the body's event_id (Standard Webhooks); webhook-signature covers it.",
      EXAMPLE_EVENT_UID,
    ),
    header("webhook-timestamp", "As X-Webhook-Timestamp (Standard Webhooks).", UNIX_SECONDS),
    header(
      "webhook-signature",
      "Standard Webhooks' own, keyed with the base64-decoded rest of the secret after whsec_; two, a blank between, for 24 h after a rotation.",
      STANDARD_SIGNATURE,
    ),
  ];
}

/** Body of a delivery: exactly these members. */
export function envelopeShape(eventType: string, data: TObject): TObject {
  const members = {
    event_id: Type.String({
      description:
        "Unique id of the event, the same on every attempt and replay, and signed: drop duplicates by it.",
      pattern: "^evt_[0-9A-HJKMNP-TV-Z]{26}$",
      examples: [EXAMPLE_EVENT_UID],
    }),
    event_type: Type.Literal(eventType, { description: "Type of the event." }),
    data: Described(data, "Fields of the event."),
    occurred_at: Timestamp({ description: "Time at which the change was made." }),
    sequence: Type.Integer({
      minimum: 1,
      description:
        "Its number among your events, without gaps: GET /api/partner/events lists them in this order.",
      examples: [4711],
    }),
    idempotency_key: Nullable(Type.String({ examples: ["order-1001"] }), {
      description: "Idempotency-Key of the request that caused the event; null if no request did.",
    }),
  };
  return Type.Object(members, { title: `${pascalCase(eventType)}Event` });
}

/** The `webhooks` section: one entry per event type. */
export function describeEvents(version: string, components: Components): Record<string, PathItem> {
  return Object.fromEntries(
    Object.entries(EVENT_CATALOGUE).map(([type, event]) => [
      type,
      { post: describeEvent(type, event, { version, components }) },
    ]),
  );
}

function describeEvent(
  eventType: string,
  { summary, data }: { summary: string; data: TObject },
  { version, components }: { version: string; components: Components },
): OperationObject {
  const shape = envelopeShape(eventType, data);
  return {
    operationId: operationIdOf(eventType),
    tags: ["events"],
    summary,
    description:
      "Sent to every webhook that is subscribed to this type or to `*`, at least once: drop duplicates by the body's event_id, which is signed. First attempts of one webhook start in the order of the changes; retries come in between.",
    security: [],
    parameters: deliveryHeaders(eventType, version).map((each) =>
      each.name === "X-Webhook-Event" ? each : components.refer("parameters", `Delivery.${each.name}`, each),
    ) as Parameter[],
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: plainSchema(shape, "response", components),
          example: buildExample(shape),
        },
      },
    },
    responses: {
      "2XX": { description: "Delivered: nothing more is sent." },
      "410": { description: "Gone: the record is dead-lettered and the webhook switched off." },
      default: { description: "Not delivered: tried again, later each time, then dead-lettered." },
    },
  };
}

/** Operation id of an event type: salutes.conversion_settled becomes onSalutesConversionSettled. */
function operationIdOf(eventType: string): string {
  return `on${pascalCase(eventType)}`;
}
