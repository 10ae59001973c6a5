import { Type } from "@sinclair/typebox";
import { Described, Id, Nullable, OneOf, Text, Timestamp } from "../../../../http/schema/shapes.ts";
import { EVENT_TYPES } from "../../events/index.ts";
import { DeliveryReference, Reason } from "../model.ts";
import { DELIVERY_STATES, ROUND_REFUSALS } from "../rules.ts";

/** Records that one request sends again. */
export const MAX_REPLAY = 100;

const Note = Text(500, { description: "A note of yours, kept in the audit trail." });

/** States from which a record gets a new round. */
const REPLAYED_STATES = ["dead_letter", "failed", "delivered"] as const;

export const ReplayFilter = Type.Object(
  {
    status: OneOf(REPLAYED_STATES, { description: "Only records in this state." }),
    webhook_id: Type.Optional(Id({ description: "Only records of this webhook." })),
    event_type: Type.Optional(OneOf(EVENT_TYPES, { description: "Only records of events of this type." })),
    reason_tag: Type.Optional(
      Described(Reason, "Only records with this cause of the last failure, or of a replay."),
    ),
    from: Type.Optional(Timestamp({ description: "Only records made at or after this time." })),
    to: Type.Optional(Timestamp({ description: "Only records made before this time." })),
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: "Only records with a higher id: next_after of the previous answer.",
      }),
    ),
  },
  {
    description: `Selects records in place of event_ids, the oldest first, ${MAX_REPLAY} per request; all conditions must hold. Repeat the request with after = next_after while has_more is true.`,
  },
);

export const ReplayBody = Type.Object({
  event_ids: Type.Optional(
    Type.Array(DeliveryReference, {
      minItems: 1,
      maxItems: MAX_REPLAY,
      description:
        "Ids of records, as webhook-events lists them, or of events (evt_…) for all their records. Either these or a filter.",
    }),
  ),
  filter: Type.Optional(ReplayFilter),
  reason_tag: Type.Optional(Reason),
  note: Type.Optional(Nullable(Note)),
});

export const ReplayResult = Type.Object({
  count: Type.Integer({ description: "Number of requested records." }),
  replayed_count: Type.Integer({ description: "Number of replayed records." }),
  failed_count: Type.Integer({ description: "Number of records that were not replayed." }),
  reason_tag: Reason,
  note: Nullable(Type.String(), { description: "Your note, as given; null if none was given." }),
  results: Type.Array(
    Type.Object({
      event_id: Nullable(Type.Integer(), {
        description: "Id of the delivery record; null for an unknown evt_….",
      }),
      event_uid: Nullable(Type.String(), { description: "Id of the event; null for an unknown id." }),
      replayed: Type.Boolean({ description: "Whether a new round of attempts begins." }),
      error: Nullable(OneOf(["not_found", ...ROUND_REFUSALS]), {
        description:
          "Why it was not sent again. not_found: no such record of yours. in_progress: it is being sent or held. webhook_deleted: its webhook is deleted. discarded: an operator cancelled it. Null if it was replayed.",
      }),
      status: Nullable(OneOf(DELIVERY_STATES), {
        description: "Its state now; held: it is sent once its webhook is on. Null for an unknown id.",
      }),
      reason_tag: Described(Reason, "The reason of the replay, as requested; receiver_fix by default."),
    }),
    { description: "One row for each requested item." },
  ),
  has_more: Type.Boolean({
    description: "Whether the filter selects, or may select, further records; false for event_ids.",
  }),
  next_after: Nullable(Type.Integer(), {
    description: "The filter's after of the next request; null if there are no further records.",
  }),
});

export const OperatorReplayBody = Type.Object({
  reason_tag: Type.Optional(Reason),
  note: Type.Optional(Nullable(Note)),
});

const Refused = Nullable(OneOf(ROUND_REFUSALS), {
  description:
    "Why it was not requeued. in_progress: it is being sent or held. webhook_deleted: its webhook is deleted. discarded: an operator cancelled it. Null if it was requeued.",
});

export const OperatorReplayResult = Type.Object({
  event_id: Type.Integer({ description: "Id of the event's oldest delivery record." }),
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
      status: OneOf(DELIVERY_STATES, {
        description: "Its state now; held: it is sent once its webhook is on.",
      }),
      requeued: Type.Boolean({ description: "Whether a new round of attempts begins." }),
      error: Refused,
    }),
    { description: "One row for each requested item." },
  ),
});
