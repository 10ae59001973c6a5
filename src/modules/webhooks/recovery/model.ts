import { Type } from "@sinclair/typebox";
import { Nullable, Timestamp } from "../../../http/schema/shapes.ts";

/** Deliveries that one request queues. */
export const MAX_RECOVERED = 5_000;

export const RecoverBody = Type.Object({
  since: Timestamp({ description: "Events of this time and later; older ones than 30 days are not kept." }),
  until: Type.Optional(Timestamp({ description: "Events before this time; now unless given." })),
});

export const Recovery = Type.Object({
  webhook_id: Type.Integer({ description: "The webhook's id." }),
  queued: Type.Integer({
    description: `Deliveries that this request queued, ${MAX_RECOVERED.toLocaleString("en")} at most.`,
  }),
  since: Timestamp({ description: "Start of the examined time, as given." }),
  until: Timestamp({ description: "End of the examined time, not included." }),
  has_more: Type.Boolean({ description: "Whether to call again with since = next_since." }),
  next_since: Nullable(Timestamp(), {
    description: "The since of the next request; null if all events were examined.",
  }),
});
