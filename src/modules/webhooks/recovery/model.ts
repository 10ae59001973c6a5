import { Type } from "@sinclair/typebox";
import { Nullable, Timestamp } from "../../../http/schema/shapes.ts";

/** Deliveries that one request queues. */
export const MAX_RECOVERED = 5_000;

export const RecoverBody = Type.Object({
  since: Timestamp({ description: "Only events of this time and later; events are kept for 30 days." }),
  until: Type.Optional(Timestamp({ description: "Only events before this time; now unless given." })),
});

export const Recovery = Type.Object({
  webhook_id: Type.Integer({ description: "Id of the webhook that gets the events." }),
  queued: Type.Integer({
    description: `Deliveries that this request queued, ${MAX_RECOVERED.toLocaleString("en")} at most.`,
  }),
  since: Timestamp({
    description:
      "Time from which all events were examined: as given, or 30 days ago if that is later, as older events are deleted. Older dead letters that are still kept are sent, too.",
  }),
  until: Timestamp({ description: "End of the examined time, not included." }),
  has_more: Type.Boolean({
    description: "Whether events remain to be examined: call again with since = next_since.",
  }),
  next_since: Nullable(Timestamp(), {
    description: "The since of the next request; null if all events were examined.",
  }),
});
