import { Type } from "@sinclair/typebox";
import { Echo } from "../../../http/input/list-shapes.ts";
import { Pagination } from "../../../http/input/paging.ts";
import { Flag, Nullable, Timestamp } from "../../../http/schema/shapes.ts";

const Sequence = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

const Types = Type.String({
  maxLength: 2_000,
  pattern: "^[a-z_.*]+(,[a-z_.*]+)*$",
  description: "Only events of these types, comma-separated; prefix.* stands for all types of a prefix.",
  "x-expectation": "names of event types, prefix.* or *, separated by commas",
});

const FeedQuery = {
  after: Type.Optional(
    Type.Integer({
      ...Sequence,
      description: "Only events with a higher sequence; from the oldest without.",
    }),
  ),
  types: Type.Optional(Types),
  limit: Type.Integer({
    minimum: 1,
    maximum: 200,
    default: 50,
    description: "Largest number of events on a page.",
  }),
};

export const ListEventsQuery = Type.Object({
  ...FeedQuery,
  cursor: Type.Optional(
    Type.String({
      pattern: "^[0-9]{1,15}$",
      description: "next_cursor of the page before, in place of after.",
      "x-expectation": "next_cursor of the previous page, unchanged",
    }),
  ),
});

export const StreamEventsQuery = Type.Object({
  ...FeedQuery,
  after: Type.Optional(
    Type.Integer({
      ...Sequence,
      description:
        "Only events with a higher sequence; from the oldest without. The header Last-Event-ID takes precedence.",
    }),
  ),
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: "Events read at a time." }),
  only_new: Type.Optional(
    Flag({ description: "Only events after the request, if neither after nor Last-Event-ID is sent." }),
  ),
});

export const FeedEvent = Type.Object({
  event_id: Type.String({ description: "The event's id: evt_ and 26 characters, as in deliveries." }),
  sequence: Type.Integer({ description: "Its number among your events: each is one above the one before." }),
  event_type: Type.String({ description: "Type of the event, as the catalogue names it." }),
  occurred_at: Timestamp({ description: "Time at which the change was made." }),
  idempotency_key: Nullable(Type.String(), {
    description: "Idempotency-Key of the request that caused the event; null if no request did.",
  }),
  data: Type.Record(Type.String(), Type.Unknown(), {
    description: "The event's data, as in the delivered body.",
  }),
});

export const EventsPage = Type.Object({
  events: Type.Array(FeedEvent, { description: "Events, oldest first." }),
  count: Type.Integer({ description: "Number of events on this page." }),
  query: Echo({
    after: Nullable(Type.Integer(), {
      description: "The after or cursor of the request; null without one.",
    }),
    types: Nullable(Type.String(), { description: "The types of the request; null without them." }),
    limit: Type.Integer({ description: "Largest number of events on this page." }),
  }),
  pagination: Type.Object(
    {
      ...Pagination.properties,
      next_cursor: Nullable(Type.String(), {
        description: "The same as next_after, as text; null on the last page.",
      }),
      next_after: Type.Integer({
        description: "Send it as after in the next request; present on the last page too.",
      }),
    },
    { description: "Parameters of the next page." },
  ),
});
