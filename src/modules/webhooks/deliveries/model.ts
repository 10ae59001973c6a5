import { Type } from "@sinclair/typebox";
import { PageQuery, Pagination } from "../../../http/input/paging.ts";
import { Id, Links, Nullable, OneOf, Reference, Text, Timestamp } from "../../../http/schema/shapes.ts";
import { DELIVERY_STATES, REASON_TAGS, ROUND_REFUSALS } from "./rules.ts";
import { SentRequest } from "./simulation/sent-request.ts";

/** A record by its id, or the records of an event by its evt_… */
const DeliveryReference = Reference("^([1-9][0-9]{0,14}|evt_[0-9A-HJKMNP-TV-Z]{26})$", {
  "x-expectation": "a record's id such as 42, or its event's evt_ and 26 characters",
  description:
    'A record\'s id (42 or "42"), or evt_… as receivers get it: the records of that event, one per webhook.',
});

/** Path parameter of a record. */
export const DeliveryPath = Type.Object({ event_id: DeliveryReference });

const Reason = OneOf(REASON_TAGS);

export const Delivery = Type.Object({
  id: Type.Integer({ description: "The record's id: event_id in paths and replays." }),
  event_uid: Type.String({ description: "The event's id: event_id of the delivered body." }),
  webhook_id: Type.Integer(),
  event_type: Type.String(),
  status: OneOf(DELIVERY_STATES, {
    description:
      "pending: due now. failed: retried at next_attempt_at. held: the webhook is off; sent once it is on again. cancelled: the webhook is deleted, or an operator discarded it; last_error then says why.",
  }),
  attempts: Type.Integer({ description: "Over all rounds; probes do not count." }),
  is_dead_letter: Type.Boolean(),
  reason_tag: Nullable(Reason, { description: "Why the last attempt failed, or the reason of a replay." }),
  last_error: Nullable(Type.String()),
  target_url: Type.String({ description: "Where the webhook's deliveries go now." }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
  last_attempt_at: Nullable(Timestamp()),
  next_attempt_at: Nullable(Timestamp()),
  delivered_at: Nullable(Timestamp()),
});

const Filters = {
  status: Type.Optional(OneOf(DELIVERY_STATES)),
  reason_tag: Type.Optional(Reason),
  from: Type.Optional(Timestamp({ description: "Created at or after." })),
  to: Type.Optional(Timestamp({ description: "Created before." })),
  webhook_id: Type.Optional(Id()),
  event_id: Type.Optional(DeliveryReference),
};

export const ListDeliveriesQuery = Type.Object({ ...Filters, ...PageQuery });

export const DeliveryList = Type.Object({
  events: Type.Array(Delivery),
  count: Type.Integer(),
  query: Type.Object({
    status: Nullable(Type.String()),
    reason_tag: Nullable(Type.String()),
    from: Nullable(Type.String()),
    to: Nullable(Type.String()),
    webhook_id: Nullable(Type.Integer()),
    event_id: Nullable(Type.String()),
    limit: Type.Integer(),
    offset: Type.Integer(),
    cursor: Nullable(Type.String()),
  }),
  pagination: Pagination,
  docs_links: Links,
  links: Links,
});

export const OneDeliveryQuery = Type.Object({
  webhook_id: Type.Optional(
    Id({ description: "Chooses one of an event's records; its oldest record without." }),
  ),
});

export const OneDelivery = Type.Object({
  event: Type.Object(Delivery.properties, { description: "The delivery record." }),
  request: Nullable(SentRequest, { description: "The request of the last attempt; null before the first." }),
  docs_links: Links,
  links: Links,
});

export const AttemptsQuery = Type.Object({ ...OneDeliveryQuery.properties, ...PageQuery });

export const AttemptList = Type.Object({
  event_id: Type.Integer(),
  event_uid: Type.String(),
  status: OneOf(DELIVERY_STATES),
  attempts: Type.Array(
    Type.Object({
      attempt: Type.Integer({
        description: "Continues over rounds. A probe has the number of the next attempt.",
      }),
      attempted_at: Timestamp(),
      http_status: Nullable(Type.Integer()),
      duration_ms: Type.Integer(),
      response_excerpt: Nullable(Type.String(), { description: "At most 4 KiB of the answer's body." }),
      error: Nullable(Type.String()),
      reason_tag: Nullable(Reason),
      next_attempt_at: Nullable(Timestamp()),
      probe: Type.Boolean({
        description:
          "Sent to test whether a failing receiver is back: does not count and does not change the schedule.",
      }),
      simulated: Type.Boolean({ description: "Sandbox only: nothing was sent." }),
    }),
  ),
  count: Type.Integer(),
  query: Type.Object({
    webhook_id: Nullable(Type.Integer()),
    limit: Type.Integer(),
    offset: Type.Integer(),
    cursor: Nullable(Type.String()),
  }),
  pagination: Pagination,
});

export const MAX_REPLAY = 100;

const Note = Text(500, { description: "Kept in the audit trail." });

export const ReplayBody = Type.Object({
  event_ids: Type.Array(DeliveryReference, {
    minItems: 1,
    maxItems: MAX_REPLAY,
    description: "Ids of records, as webhook-events lists them, or of events (evt_…) for all their records.",
  }),
  reason_tag: Type.Optional(Reason),
  note: Type.Optional(Nullable(Note)),
});

export const ReplayResult = Type.Object({
  count: Type.Integer(),
  replayed_count: Type.Integer(),
  failed_count: Type.Integer(),
  reason_tag: Reason,
  note: Nullable(Type.String()),
  results: Type.Array(
    Type.Object({
      event_id: Nullable(Type.Integer(), { description: "Null for an unknown evt_…" }),
      event_uid: Nullable(Type.String(), { description: "Null for an unknown id." }),
      replayed: Type.Boolean(),
      error: Nullable(OneOf(["not_found", ...ROUND_REFUSALS]), {
        description:
          "Why it was not sent again. in_progress: it is being sent or held. discarded: an operator cancelled it.",
      }),
      reason_tag: Reason,
    }),
  ),
});

export const OperatorReplayBody = Type.Object({
  reason_tag: Type.Optional(Reason),
  note: Type.Optional(Nullable(Note)),
});

const Refused = Nullable(OneOf(ROUND_REFUSALS), {
  description: "Why it was not requeued.",
});

export const OperatorReplayResult = Type.Object({
  event_id: Type.Integer({ description: "The oldest of the records." }),
  event_uid: Type.String(),
  requeued: Type.Boolean({ description: "Whether any record was requeued." }),
  error: Refused,
  results: Type.Array(
    Type.Object({
      event_id: Type.Integer(),
      event_uid: Type.String(),
      webhook_id: Type.Integer(),
      requeued: Type.Boolean(),
      error: Refused,
    }),
  ),
});

/** Dead letters are kept 90 days. */
const MAX_WINDOW_HOURS = 2_160;

export const DeadLettersQuery = Type.Object({
  hours: Type.Integer({
    minimum: 1,
    maximum: MAX_WINDOW_HOURS,
    default: 24,
    description: "Counts records that are dead now and died within this many hours.",
  }),
});

export const DeadLetters = Type.Object({
  window_hours: Type.Integer(),
  dead_letter_count: Type.Integer(),
  max_attempts: Type.Integer(),
  by_event_type: Type.Array(Type.Object({ event_type: Type.String(), count: Type.Integer() })),
  by_reason_tag: Type.Array(Type.Object({ reason_tag: Type.String(), count: Type.Integer() })),
  events: Type.Array(
    Type.Object({
      event_id: Type.Integer(),
      event_uid: Type.String(),
      webhook_id: Type.Integer(),
      event_type: Type.String(),
      target_url: Type.String(),
      attempts: Type.Integer(),
      reason_tag: Nullable(Reason),
      last_error: Nullable(Type.String()),
      created_at: Timestamp(),
      updated_at: Timestamp(),
    }),
    { description: "The 200 that died last; webhook-events with status=dead_letter lists all." },
  ),
  docs_links: Links,
  links: Links,
});

/** A partner's records by state. */
export const DeliveryHealth = Type.Object({
  dead_letter_events: Type.Integer(),
  failed_events: Type.Integer({ description: "Waiting for a retry." }),
  pending_events: Type.Integer({ description: "Due, being sent, or held while their webhook is off." }),
  delivered_events: Type.Integer(),
});
