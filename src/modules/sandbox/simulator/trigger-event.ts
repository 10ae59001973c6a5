import { type Static, Type } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import { type Operation, partner, writeOperation } from "../../../http/operation.ts";
import { Described, OneOf } from "../../../http/schema/shapes.ts";
import {
  EVENT_TYPES,
  type EventType,
  emitEvent,
  newestSequence,
  sampleData,
} from "../../webhooks/events/index.ts";
import { FeedEvent, readEvents } from "../../webhooks/feed/index.ts";
import { buildEnvelope, envelopeShape } from "../twins/index.ts";

/** Makes sample events, for receivers that are being built. */
export function triggerRoute(): Operation {
  return writeOperation({
    id: "triggerSandboxEvent",
    method: "POST",
    path: "/api/partner/sandbox/events/trigger",
    group: "sandbox",
    summary: "Make a sample event",
    outcome: "The event was made and is on its way to the sandbox's webhooks.",
    description:
      "An event of the type with example data: it names users and entries that may not exist, and changes none. It is in the feed and the stream, and the sandbox's webhooks get it as they get any other.",
    access: partner("webhooks", { mode: "sandbox", limit: "partner_webhooks" }),
    body: Type.Object({
      event_type: OneOf(EVENT_TYPES, {
        description: "Type of the event to make, as the catalogue names it.",
      }),
    }),
    response: Type.Object({
      event: Described(FeedEvent, "The event that was made, as the feed lists it."),
      ...envelopeShape("practice_state", true),
    }),
    example: { event_type: "donation.claimed" },
    write: (tx, { actor, body }) => ({
      event: trigger(tx, actor.partnerId, body.event_type),
      ...buildEnvelope(tx, true),
    }),
  });
}

function trigger(tx: Tx, partnerId: number, type: EventType): Static<typeof FeedEvent> {
  const before = newestSequence(tx, partnerId);
  emitEvent(tx, { partnerId, type, data: sampleData(type) });
  const [event] = readEvents(tx, partnerId, { after: before, limit: 1 }).events;
  if (event === undefined) throw new Error(`the sample of ${type} is not in the feed`);
  return event;
}
