import { Type } from "@sinclair/typebox";
import { Links, Nullable, Timestamp } from "../../../../http/schema/shapes.ts";
import { Reason } from "../model.ts";

/** Dead letters are kept 90 days. */
const MAX_WINDOW_HOURS = 2_160;

export const DeadLettersQuery = Type.Object({
  hours: Type.Integer({
    minimum: 1,
    maximum: MAX_WINDOW_HOURS,
    default: 24,
    description: "Counts records that are dead now and died within this many hours.",
  }),
});

export const DeadLetters = Type.Object({
  window_hours: Type.Integer({ description: "Length of the window, in hours." }),
  dead_letter_count: Type.Integer({ description: "Number of dead letters." }),
  max_attempts: Type.Integer({ description: "Attempts before a delivery becomes a dead letter." }),
  by_event_type: Type.Array(
    Type.Object({
      event_type: Type.String({ description: "Type of the event." }),
      count: Type.Integer({ description: "Number of dead letters of this type." }),
    }),
    { description: "Number of dead letters by event type." },
  ),
  by_reason_tag: Type.Array(
    Type.Object({
      reason_tag: Type.String({ description: "Reason of the failure as a code." }),
      count: Type.Integer({ description: "Number of dead letters for this reason." }),
    }),
    { description: "Number of dead letters by reason." },
  ),
  events: Type.Array(
    Type.Object({
      event_id: Type.Integer({ description: "Id of the delivery record, as webhook-events lists it." }),
      event_uid: Type.String({
        description: "The event's id at the receiver: event_id of the delivered body.",
      }),
      webhook_id: Type.Integer({ description: "Id of the webhook that did not get the event." }),
      event_type: Type.String({ description: "Type of the event." }),
      target_url: Type.String({ description: "Address to which the webhook's deliveries go now." }),
      attempts: Type.Integer({ description: "Number of attempts so far." }),
      reason_tag: Nullable(Reason, {
        description: "Reason of the failure as a code; null if there is none.",
      }),
      last_error: Nullable(Type.String(), {
        description: "Error of the last attempt; null if there was none.",
      }),
      created_at: Timestamp({ description: "Time at which the delivery record was made." }),
      updated_at: Timestamp({ description: "Time of the last change of the delivery record." }),
    }),
    { description: "The 200 that died last; webhook-events with status=dead_letter lists all." },
  ),
  docs_links: Links,
  links: Links,
});
