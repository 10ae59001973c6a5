import { Type } from "@sinclair/typebox";
import { Echo, PageEcho, RowCount } from "../../../http/input/list-shapes.ts";
import { PageQuery, Pagination } from "../../../http/input/paging.ts";
import {
  Described,
  Id,
  Links,
  Nullable,
  OneOf,
  Reference,
  Text,
  Timestamp,
} from "../../../http/schema/shapes.ts";
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

export const Reason = OneOf(REASON_TAGS, { description: "Reason of the replay, kept with the record." });

export const Delivery = Type.Object({
  id: Type.Integer({ description: "The record's id: event_id in paths and replays." }),
  event_uid: Type.String({ description: "The event's id: event_id of the delivered body." }),
  webhook_id: Type.Integer({ description: "Id of the webhook." }),
  event_type: Type.String({ description: "Type of the event." }),
  status: OneOf(DELIVERY_STATES, {
    description:
      "pending: due now. failed: retried at next_attempt_at. held: the webhook is off; sent once it is on again. cancelled: the webhook is deleted, or an operator discarded it; last_error then says why.",
  }),
  attempts: Type.Integer({ description: "Over all rounds; probes do not count." }),
  is_dead_letter: Type.Boolean({ description: "Whether the delivery has become a dead letter." }),
  reason_tag: Nullable(Reason, { description: "Why the last attempt failed, or the reason of a replay." }),
  last_error: Nullable(Type.String(), { description: "Error of the last attempt; null if there was none." }),
  target_url: Type.String({ description: "Where the webhook's deliveries go now." }),
  created_at: Timestamp({ description: "Time of creation." }),
  updated_at: Timestamp({ description: "Time of the last change." }),
  last_attempt_at: Nullable(Timestamp(), { description: "Time of the last attempt; null before the first." }),
  next_attempt_at: Nullable(Timestamp(), { description: "Time of the next attempt; null if none is due." }),
  delivered_at: Nullable(Timestamp(), { description: "Time of delivery; null before." }),
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
  events: Type.Array(Delivery, { description: "Delivery records, newest first." }),
  count: RowCount,
  query: Echo({
    status: Nullable(Type.String()),
    reason_tag: Nullable(Type.String()),
    from: Nullable(Type.String()),
    to: Nullable(Type.String()),
    webhook_id: Nullable(Type.Integer()),
    event_id: Nullable(Type.String()),
    ...PageEcho,
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
  event_id: Type.Integer({ description: "The delivery record's id, as webhook-events lists it." }),
  event_uid: Type.String({ description: "The event's id at the receiver: event_id of the delivered body." }),
  status: OneOf(DELIVERY_STATES, { description: "The status." }),
  attempts: Type.Array(
    Type.Object({
      attempt: Type.Integer({
        description: "Continues over rounds. A probe has the number of the next attempt.",
      }),
      attempted_at: Timestamp({ description: "Time of the attempt." }),
      http_status: Nullable(Type.Integer(), { description: "HTTP status; null without an answer." }),
      duration_ms: Type.Integer({ description: "Duration in milliseconds." }),
      response_excerpt: Nullable(Type.String(), { description: "At most 4 KiB of the answer's body." }),
      error: Nullable(Type.String(), { description: "What went wrong; null if nothing did." }),
      reason_tag: Nullable(Reason, {
        description: "Reason of the failure as a code; null if there is none.",
      }),
      next_attempt_at: Nullable(Timestamp(), {
        description: "Time of the next attempt; null if none is due.",
      }),
      probe: Type.Boolean({
        description:
          "Sent to test whether a failing receiver is back: does not count and does not change the schedule.",
      }),
      simulated: Type.Boolean({ description: "Sandbox only: nothing was sent." }),
    }),
    { description: "Attempts, newest first." },
  ),
  count: RowCount,
  query: Echo({
    webhook_id: Nullable(Type.Integer()),
    ...PageEcho,
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
  count: Type.Integer({ description: "Number of requested records." }),
  replayed_count: Type.Integer({ description: "Number of replayed records." }),
  failed_count: Type.Integer({ description: "Number of records that were not replayed." }),
  reason_tag: Reason,
  note: Nullable(Type.String(), { description: "A remark; null if there is none." }),
  results: Type.Array(
    Type.Object({
      event_id: Nullable(Type.Integer(), { description: "Null for an unknown evt_…" }),
      event_uid: Nullable(Type.String(), { description: "Null for an unknown id." }),
      replayed: Type.Boolean({ description: "Whether a new round of attempts begins." }),
      error: Nullable(OneOf(["not_found", ...ROUND_REFUSALS]), {
        description:
          "Why it was not sent again. in_progress: it is being sent or held. discarded: an operator cancelled it.",
      }),
      reason_tag: Described(Reason, "Reason of the failure as a code."),
    }),
    { description: "One row for each requested item." },
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
  event_uid: Type.String({ description: "The event's id at the receiver: event_id of the delivered body." }),
  requeued: Type.Boolean({ description: "Whether any record was requeued." }),
  error: Refused,
  results: Type.Array(
    Type.Object({
      event_id: Type.Integer({ description: "The delivery record's id, as webhook-events lists it." }),
      event_uid: Type.String({
        description: "The event's id at the receiver: event_id of the delivered body.",
      }),
      webhook_id: Type.Integer({ description: "Id of the webhook." }),
      requeued: Type.Boolean({ description: "Whether a new round of attempts begins." }),
      error: Refused,
    }),
    { description: "One row for each requested item." },
  ),
});

/** A partner's records by state. */
export const DeliveryHealth = Type.Object({
  dead_letter_events: Type.Integer({ description: "Number of deliveries that became dead letters." }),
  failed_events: Type.Integer({ description: "Waiting for a retry." }),
  pending_events: Type.Integer({ description: "Due, being sent, or held while their webhook is off." }),
  delivered_events: Type.Integer({ description: "Number of completed deliveries." }),
});
