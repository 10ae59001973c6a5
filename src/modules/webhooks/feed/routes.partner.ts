import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { NewsStream } from "../../../http/answers/answer.ts";
import { invalidPayload } from "../../../http/answers/problem.ts";
import { type Operation, partner, readOperation } from "../../../http/operation.ts";
import type { HttpServices } from "../../../http/services.ts";
import { systemTimers } from "../../../kit/timers.ts";
import { newestSequence } from "../events/index.ts";
import { FEED_ERRORS } from "./errors.ts";
import { streamEvents } from "./event-stream.ts";
import { EventsPage, ListEventsQuery, StreamEventsQuery } from "./model.ts";
import { MAX_STREAMS, OpenStreams } from "./open-streams.ts";
import { readEvents } from "./read-events.ts";

const SCOPE = "webhooks";
const ACCESS = partner(SCOPE, { limit: "partner_webhooks" });

/** The partner's events in order, for receivers that poll, recover or listen. */
export function feedRoutes(http: Pick<HttpServices, "findKey">): Operation[] {
  return [LIST_EVENTS, streamRoute(http)];
}

const LIST_EVENTS = readOperation({
  id: "listEvents",
  method: "GET",
  path: "/api/partner/events",
  group: "webhooks",
  summary: "List your events",
  outcome: "Your events after the given one, oldest first.",
  description:
    "Every event, oldest first, whether or not a webhook receives it. Kept for 30 days. Continue with after=next_after; sequence has no gaps, so a missing number means a missed event.",
  access: ACCESS,
  query: ListEventsQuery,
  response: EventsPage,
  errors: [FEED_ERRORS.events_expired],
  read: ({ db, actor, query }) => readEvents(db.read, actor.partnerId, query),
});

const EXAMPLE = {
  id: "71",
  event: "users.deleted",
  data: '{"event_id":"evt_01KAK2TJ00ZQ8V7M3D9C4X5R1B","sequence":71,"event_type":"users.deleted","occurred_at":"2026-11-21T10:00:00.000Z","idempotency_key":"delete-zoe","data":{"user_id":"42","external_id":"zoe"}}',
};

function streamRoute({ findKey }: Pick<HttpServices, "findKey">): Operation {
  const open = new OpenStreams();
  return readOperation({
    id: "streamEvents",
    method: "GET",
    path: "/api/partner/events/stream",
    group: "webhooks",
    summary: "Listen to your events",
    description: `Server-sent events: those of the feed from \`after\` on, then each new one within a second. \`id\` is the sequence, \`event\` the type, \`data\` the event as the feed lists it. Continue a lost stream with the header \`Last-Event-ID\`. A comment follows 15 s of silence. At most ${MAX_STREAMS} open streams per partner. A stream ends when the server stops, the key is disabled, or nothing of it is read for half a minute.`,
    access: ACCESS,
    query: StreamEventsQuery,
    response: { mediaType: "text/event-stream", description: "Events as they happen.", example: EXAMPLE },
    errors: [FEED_ERRORS.events_expired],
    read: (context) => {
      const { db, actor, query, responseHeaders } = context;
      const { keyId, partnerId } = actor;
      const { only_new: _, ...rest } = query;
      const { after, isNow } = positionOf(db.read, partnerId, {
        query,
        lastEventId: context.header("last-event-id"),
      });
      const source = {
        db,
        partnerId,
        query: { ...rest, after },
        isAdmitted: () => {
          const key = findKey(keyId);
          return key !== null && !key.disabled && key.scopes.includes(SCOPE);
        },
        // An id without data is remembered for Last-Event-ID, without an event.
        opening: isNow ? `: your events\nid: ${after}\n\n` : ": your events\n\n",
        timers: systemTimers,
      };
      // Refuses what the feed refuses.
      readEvents(db.read, partnerId, { ...source.query, limit: 1 });
      // nginx would otherwise hold events back.
      responseHeaders["x-accel-buffering"] = "no";
      return new NewsStream((signal) => streamEvents(source, signal), open.add(actor));
    },
  });
}

interface Asked {
  query: Static<typeof StreamEventsQuery>;
  /** The header Last-Event-ID; null without one. */
  lastEventId: string | null;
}

interface Position {
  /** Undefined for the oldest event. */
  after: number | undefined;
  /** Whether the client does not know it: the newest sequence at the request. */
  isNow: boolean;
}

/** The sequence after which a stream begins. @throws Problem invalid_payload if Last-Event-ID is not a sequence */
function positionOf(sql: Sql, partnerId: number, { query, lastEventId }: Asked): Position {
  if (lastEventId !== null && lastEventId !== "") {
    const sequence = Number(lastEventId);
    if (!/^\d+$/.test(lastEventId) || !Number.isSafeInteger(sequence))
      throw invalidPayload("Last-Event-ID", "must be the id of an event of this stream");
    return { after: sequence, isNow: false };
  }
  const isNow = query.after === undefined && query.only_new === true;
  return { after: isNow ? newestSequence(sql, partnerId) : query.after, isNow };
}
