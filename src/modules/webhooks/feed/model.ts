import { Type } from "@sinclair/typebox";
import { Echo } from "../../../http/input/list-shapes.ts";
import { Pagination } from "../../../http/input/paging.ts";
import { Flag, Nullable, Timestamp } from "../../../http/schema/shapes.ts";

const Sequence = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

const Types = Type.String({
  maxLength: 2_000,
  pattern: "^[a-z_.*]+(,[a-z_.*]+)*$",
  description: "Only events of these types.",
  "x-expectation": "names of event types, prefix.* or *, separated by commas",
});

export const ListEventsQuery = Type.Object({
  after: Type.Optional(
    Type.Integer({
      ...Sequence,
      description: "Only events with a higher sequence; from the oldest without.",
    }),
  ),
  types: Type.Optional(Types),
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: "Events per page." }),
});

export const StreamEventsQuery = Type.Object({
  ...ListEventsQuery.properties,
  after: Type.Optional(
    Type.Integer({
      ...Sequence,
      description: "Only events with a higher sequence; from the oldest without. Last-Event-ID comes first.",
    }),
  ),
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: "Events read at a time." }),
  only_new: Type.Optional(
    Flag({ description: "Only events after the request, where neither after nor Last-Event-ID is sent." }),
  ),
});

export const FeedEvent = Type.Object({
  event_id: Type.String({ description: "evt_ and 26 characters, as in deliveries." }),
  sequence: Type.Integer({ description: "Its number among your events: each is one above the one before." }),
  event_type: Type.String({ description: "A type of the catalogue." }),
  occurred_at: Timestamp({ description: "When the change was made." }),
  idempotency_key: Nullable(Type.String(), { description: "The key of the request that caused it." }),
  data: Type.Record(Type.String(), Type.Unknown(), { description: "As in the delivered body." }),
});

export const EventsPage = Type.Object({
  events: Type.Array(FeedEvent, { description: "Oldest first." }),
  count: Type.Integer({ description: "Number of events on this page." }),
  query: Echo({
    after: Nullable(Type.Integer(), { description: "As given." }),
    types: Nullable(Type.String(), { description: "As given." }),
    limit: Type.Integer({ description: "Events per page." }),
  }),
  pagination: Type.Object(
    {
      ...Pagination.properties,
      next_cursor: Nullable(Type.String(), { description: "The after of the next page; null on the last." }),
      next_after: Type.Integer({ description: "The after of the next request, on the last page too." }),
    },
    { description: "Parameters of the next page." },
  ),
});
