import { Type } from "@sinclair/typebox";
import { Echo, PageEcho, RowCount, SetEcho } from "../../../http/input/list-shapes.ts";
import { PageQuery, Pagination } from "../../../http/input/paging.ts";
import {
  Described,
  Id,
  Links,
  Nullable,
  OneOf,
  Reference,
  Repeated,
  Timestamp,
} from "../../../http/schema/shapes.ts";
import { EVENT_TYPES } from "../events/index.ts";
import { DELIVERY_STATES, REASON_TAGS } from "./rules.ts";
import { SentRequest } from "./simulation/sent-request.ts";

/** A record by its id, or the records of an event by its evt_… */
export const DeliveryReference = Reference("^([1-9][0-9]{0,14}|evt_[0-9A-HJKMNP-TV-Z]{26})$", {
  "x-expectation": "a record's id such as 42, or its event's evt_ and 26 characters",
  description:
    "A delivery record's id (42 or \"42\"), or an event's id, evt_… as receivers get it, for all records of that event, one per webhook.",
});

/** Path parameter of a record. */
export const DeliveryPath = Type.Object({ event_id: DeliveryReference });

export const Reason = OneOf(REASON_TAGS, {
  description:
    "Cause of a failure, or of a replay. http_error: an answer other than 2xx. timeout, dns_error, connection_error, tls_error: no answer. blocked_target: the address is not allowed. gone: the receiver answered 410. expired: waited too long. receiver_fix, operator_replay: sent again on request. other: anything else.",
});

export const Delivery = Type.Object({
  id: Type.Integer({ description: "Id of the delivery record; event_id in paths and replays." }),
  event_uid: Type.String({ description: "The event's id: event_id of the delivered body." }),
  webhook_id: Type.Integer({ description: "Id of the webhook that the event is delivered to." }),
  event_type: Type.String({ description: "Type of the event." }),
  status: OneOf(DELIVERY_STATES, {
    description:
      "State of the record. pending: due now. delivering: being sent. delivered: the receiver answered 2xx. failed: retried at next_attempt_at. dead_letter: given up. held: the webhook is off; sent once it is on again. cancelled: the webhook is deleted, or an operator discarded the record; last_error then says why.",
  }),
  attempts: Type.Integer({ description: "Number of attempts over all rounds; probes do not count." }),
  is_dead_letter: Type.Boolean({ description: "Whether the delivery has become a dead letter." }),
  reason_tag: Nullable(Reason, {
    description: "Why the last attempt failed, or the reason of a replay; null if there is neither.",
  }),
  last_error: Nullable(Type.String(), { description: "Error of the last attempt; null if there was none." }),
  target_url: Type.String({ description: "Address to which the webhook's deliveries go now." }),
  created_at: Timestamp({ description: "Time at which the record was made." }),
  updated_at: Timestamp({ description: "Time of the record's last change." }),
  last_attempt_at: Nullable(Timestamp(), { description: "Time of the last attempt; null before the first." }),
  next_attempt_at: Nullable(Timestamp(), { description: "Time of the next attempt; null if none is due." }),
  delivered_at: Nullable(Timestamp(), {
    description: "Time at which the receiver accepted the delivery; null before.",
  }),
});

const Filters = {
  status: Type.Optional(OneOf(DELIVERY_STATES, { description: "Only records in this state." })),
  reason_tag: Type.Optional(
    Described(Reason, "Only records with this cause of the last failure, or of a replay."),
  ),
  from: Type.Optional(Timestamp({ description: "Only records made at or after this time." })),
  to: Type.Optional(Timestamp({ description: "Only records made before this time." })),
  webhook_id: Type.Optional(Id({ description: "Only records of this webhook." })),
  event_id: Type.Optional(DeliveryReference),
  event_type: Type.Optional(
    Repeated(OneOf(EVENT_TYPES), { description: "Only records of events of these types; may be repeated." }),
  ),
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
    event_type: SetEcho,
    ...PageEcho,
  }),
  pagination: Pagination,
  docs_links: Links,
  links: Links,
});

export const OneDeliveryQuery = Type.Object({
  webhook_id: Type.Optional(
    Id({
      description:
        "Selects the record of one webhook if event_id names an event (evt_…); without it, the event's oldest record.",
    }),
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
  status: OneOf(DELIVERY_STATES, { description: "State of the record, as in webhook-events." }),
  attempts: Type.Array(
    Type.Object({
      attempt: Type.Integer({
        description:
          "Number of the attempt, from 1, over all rounds. A probe has the number of the next attempt.",
      }),
      attempted_at: Timestamp({ description: "Time of the attempt." }),
      http_status: Nullable(Type.Integer(), {
        description: "HTTP status of the receiver's answer; null without an answer.",
      }),
      duration_ms: Type.Integer({ description: "Duration in milliseconds." }),
      response_excerpt: Nullable(Type.String(), {
        description: "The first 4 KiB of the answer's body, at most; null without an answer.",
      }),
      error: Nullable(Type.String(), { description: "What went wrong, in words; null if nothing did." }),
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
      simulated: Type.Boolean({
        description: "Whether the sandbox recorded the attempt without sending anything.",
      }),
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

/** A partner's records by state. */
export const DeliveryHealth = Type.Object({
  dead_letter_events: Type.Integer({ description: "Number of deliveries that became dead letters." }),
  failed_events: Type.Integer({ description: "Number of deliveries that wait for a retry." }),
  pending_events: Type.Integer({
    description: "Number of deliveries that are due, being sent, or held while their webhook is off.",
  }),
  delivered_events: Type.Integer({ description: "Number of completed deliveries." }),
});
