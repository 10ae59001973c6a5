import { Type } from "@sinclair/typebox";
import { defineErrors } from "../../../http/answers/catalog.ts";
import { Nullable } from "../../../http/schema/shapes.ts";

const MEMBERS = {
  oldest_sequence: Nullable(Type.Integer(), {
    description: "Sequence of the oldest event that is kept; null if none is.",
    examples: [71],
  }),
};

/** Codes of the events feed. */
export const FEED_ERRORS = defineErrors({
  events_expired: {
    http_status: 410,
    category: "state",
    retry_class: "fail_fast",
    title: "The events after this one are no longer kept",
    retry_behavior:
      "Compare your state with the API, then continue without after, or after oldest_sequence - 1.",
    recovery: { events: "/api/partner/events" },
    members: MEMBERS,
  },
});
