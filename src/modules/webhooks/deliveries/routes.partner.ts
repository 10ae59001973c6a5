import { type Operation, partner, readOperation, writeOperation } from "../../../http/operation.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { DeadLetters, DeadLettersQuery } from "./dead-letters/model.ts";
import {
  AttemptList,
  AttemptsQuery,
  DeliveryList,
  DeliveryPath,
  ListDeliveriesQuery,
  OneDelivery,
  OneDeliveryQuery,
} from "./model.ts";
import { listDeliveries, readAttempts, readDeadLetters, readDelivery } from "./read.ts";
import { MAX_REPLAY, ReplayBody, ReplayResult } from "./replays/model.ts";
import { replayDeliveries } from "./replays/replay.ts";

const ACCESS = partner("webhooks", { limit: "partner_webhooks" });

/** @param maxAttempts attempts after which a record is a dead letter. */
export function deliveryRoutes(keyring: Keyring, maxAttempts: number): Operation[] {
  return [...recordRoutes(), oneRoute(keyring), replayRoute(), deadLettersRoute(maxAttempts)];
}

/** Records, and the attempts at one. */
function recordRoutes(): Operation[] {
  return [
    readOperation({
      id: "listWebhookEvents",
      method: "GET",
      path: "/api/partner/webhook-events",
      group: "webhooks",
      summary: "List delivery records",
      outcome: "The delivery records that pass the filters, newest first.",
      description:
        "One record for each event and webhook, newest first. Finished ones are kept 30 days, dead letters 90. With event_type a page examines at most 5,000 records, so that it can be short or empty: go on while has_more is true.",
      access: ACCESS,
      query: ListDeliveriesQuery,
      response: DeliveryList,
      read: ({ db, actor, query }) => listDeliveries(db.read, actor.partnerId, query),
    }),
    readOperation({
      id: "listWebhookAttempts",
      method: "GET",
      path: "/api/partner/webhook-events/{event_id}/attempts",
      group: "webhooks",
      summary: "List the attempts at one record",
      description:
        "Newest first, with the receiver's answers. For evt_… the event's oldest record, or that of webhook_id.",
      access: ACCESS,
      params: DeliveryPath,
      query: AttemptsQuery,
      response: AttemptList,
      errors: ["not_found"],
      read: ({ db, actor, params, query }) =>
        readAttempts(db.read, { partnerId: actor.partnerId, reference: params.event_id, query }),
    }),
  ];
}

function oneRoute(keyring: Keyring): Operation {
  return readOperation({
    id: "getWebhookEvent",
    method: "GET",
    path: "/api/partner/webhook-events/{event_id}",
    group: "webhooks",
    summary: "Read one record and the request that was sent",
    description:
      "The headers and the body of the last attempt, for comparing them with what your receiver got. For evt_… the event's oldest record, or that of webhook_id.",
    access: ACCESS,
    params: DeliveryPath,
    query: OneDeliveryQuery,
    response: OneDelivery,
    errors: ["not_found"],
    read: ({ db, actor, params, query }) =>
      readDelivery(db.read, keyring, { partnerId: actor.partnerId, reference: params.event_id, query }),
  });
}

function replayRoute(): Operation {
  return writeOperation({
    id: "replayWebhookEvents",
    method: "POST",
    path: "/api/partner/webhook-events/replay",
    group: "webhooks",
    summary: "Send records again",
    outcome: "Every record was examined; results says which were queued again.",
    description: `Failed, delivered and dead records get a new round now, with the same event_id in the body. Each record has its own result; evt_… names all records of that event: not_found, in_progress if it is being sent or held, webhook_deleted, discarded by an operator. At most ${MAX_REPLAY} per request. A filter selects records instead, the oldest first, such as {"status": "dead_letter", "from": "2026-01-05T08:00:00Z"}; repeat the request with after = next_after while has_more is true. reason_tag defaults to receiver_fix; it and the note are kept in the audit trail.`,
    access: ACCESS,
    body: ReplayBody,
    response: ReplayResult,
    example: { event_ids: [42], reason_tag: "receiver_fix", note: "Receiver was redeployed." },
    write: (tx, { actor, body }) => replayDeliveries(tx, actor, { partnerId: actor.partnerId, ...body }),
  });
}

function deadLettersRoute(maxAttempts: number): Operation {
  return readOperation({
    id: "listDeadLetters",
    method: "GET",
    path: "/api/partner/webhooks/dlq",
    group: "webhooks",
    summary: "Sum up the dead letters",
    outcome: "The dead letters of the window, counted by event type and by reason.",
    description:
      "Counts records that are dead now and died in the window; replayed records are no longer dead.",
    access: ACCESS,
    query: DeadLettersQuery,
    response: DeadLetters,
    read: ({ db, actor, query, now }) =>
      readDeadLetters(db.read, actor.partnerId, { hours: query.hours, maxAttempts, now }),
  });
}
