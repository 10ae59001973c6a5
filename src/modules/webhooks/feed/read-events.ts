import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { invalidQuery, Problem } from "../../../http/answers/problem.ts";
import { isoUtc } from "../../../kit/clock.ts";
import {
  EVENT_DATA,
  expandPattern,
  type FeedRow,
  feedFloor,
  listFeed,
  newestSequence,
} from "../events/index.ts";
import { FEED_ERRORS } from "./errors.ts";
import type { EventsPage, FeedEvent, ListEventsQuery } from "./model.ts";

/** Events examined for one page, so that a filter that few match keeps no request long. */
const WINDOW = 5_000;

/** A page of the partner's events, oldest first. @throws Problem events_expired, invalid_query */
export function readEvents(
  sql: Sql,
  partnerId: number,
  query: Static<typeof ListEventsQuery>,
): Static<typeof EventsPage> {
  const { limit } = query;
  const asked = askedStart(query);
  const after = startOf(sql, partnerId, asked);
  const newest = newestSequence(sql, partnerId);
  const through = Math.min(newest, after + WINDOW);
  const types = chosenTypes(query.types ?? "*");
  const rows = listFeed(sql, partnerId, { types, after, through, limit: limit + 1 });
  const events = rows.slice(0, limit).map(eventView);
  const last = rows.length > limit ? (events.at(-1)?.sequence ?? through) : Math.max(after, through);
  const hasMore = last < newest;
  return {
    events,
    count: events.length,
    query: { after: asked ?? null, types: query.types ?? null, limit },
    pagination: {
      has_more: hasMore,
      next_offset: null,
      next_cursor: hasMore ? String(last) : null,
      next_after: last,
    },
  };
}

function askedStart({ after, cursor }: Static<typeof ListEventsQuery>): number | undefined {
  if (cursor === undefined) return after;
  if (after !== undefined) throw invalidQuery("cursor", "must not come together with after");
  return Number(cursor);
}

/** @throws Problem events_expired */
function startOf(sql: Sql, partnerId: number, after: number | undefined): number {
  const floor = feedFloor(sql, partnerId);
  if (after === undefined || after >= floor) return after ?? floor;
  const oldest = newestSequence(sql, partnerId) > floor ? floor + 1 : null;
  throw new Problem(
    FEED_ERRORS.events_expired,
    "Compare your state with the API, then continue without after: events are kept for 30 days.",
    { extra: { oldest_sequence: oldest } },
  );
}

/** @throws Problem invalid_query for a name that covers no type */
function chosenTypes(text: string): string[] {
  return text.split(",").flatMap((pattern) => {
    const types = expandPattern(pattern);
    if (types.length === 0)
      throw invalidQuery("types", `names ${pattern}, which is not a type of the catalogue`);
    return types;
  });
}

function eventView(row: FeedRow): Static<typeof FeedEvent> {
  return {
    event_id: row.uid,
    sequence: row.sequence,
    event_type: row.event_type,
    occurred_at: isoUtc(row.created_at),
    idempotency_key: row.idempotency_key,
    data: EVENT_DATA.read(row.data),
  };
}
