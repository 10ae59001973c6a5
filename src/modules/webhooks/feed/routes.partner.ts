import { type Operation, partner, readOperation } from "../../../http/operation.ts";
import { FEED_ERRORS } from "./errors.ts";
import { EventsPage, ListEventsQuery } from "./model.ts";
import { readEvents } from "./read-events.ts";

/** The partner's events in order, for receivers that poll or recover. */
export const feedRoutes: Operation[] = [
  readOperation({
    id: "listEvents",
    method: "GET",
    path: "/api/partner/events",
    group: "webhooks",
    summary: "List your events",
    description:
      "Every event, oldest first, whether or not a webhook receives it. Kept for 30 days. Continue with after=next_after; sequence has no gaps, so a missing number means a missed event.",
    access: partner("webhooks", { limit: "partner_webhooks" }),
    query: ListEventsQuery,
    response: EventsPage,
    errors: [FEED_ERRORS.events_expired],
    read: ({ db, actor, query }) => readEvents(db.read, actor.partnerId, query),
  }),
];
