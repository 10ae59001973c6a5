import { type Operation, operator, readOperation } from "../../../http/operation.ts";
import { refuseInSafeMode } from "../../../http/safe-mode.ts";
import { DeliveryPath } from "./model.ts";
import { OperatorReplayBody, OperatorReplayResult } from "./replays/model.ts";
import { replayAnyDelivery } from "./replays/replay.ts";

/** @param safeModeReason why changes are refused now; null in normal operation. */
export function deliveryOperatorRoutes(safeModeReason: () => string | null): Operation[] {
  return [
    readOperation({
      id: "replayAnyWebhookEvent",
      method: "POST",
      path: "/admin/partners/webhook-events/{event_id}/replay",
      group: "operators",
      summary: "Send any partner's record again",
      outcome: "The records were examined; results says which were queued again.",
      description:
        "Starts a new round on the same record now, or on all records of an event (evt_…); kept in the audit trail. A record that is being sent or held, or whose webhook is deleted, is not requeued.",
      access: operator("operator"),
      params: DeliveryPath,
      body: OperatorReplayBody,
      response: OperatorReplayResult,
      errors: ["not_found", "safe_mode"],
      read: ({ db, actor, params, body }) =>
        db.writer.run((tx) => {
          refuseInSafeMode(safeModeReason());
          return replayAnyDelivery(tx, actor, { reference: params.event_id, ...body });
        }),
    }),
  ];
}
