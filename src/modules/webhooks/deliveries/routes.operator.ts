import { type Operation, operator, readOperation } from "../../../http/operation.ts";
import { refuseInSafeMode } from "../../../http/safe-mode.ts";
import { DeliveryPath, OperatorReplayBody, OperatorReplayResult } from "./model.ts";
import { replayAnyDelivery } from "./replay.ts";

/** @param safeModeReason why changes are refused now; null in normal operation. */
export function deliveryOperatorRoutes(safeModeReason: () => string | null): Operation[] {
  return [
    readOperation({
      id: "replayAnyWebhookEvent",
      method: "POST",
      path: "/admin/partners/webhook-events/{event_id}/replay",
      group: "operators",
      summary: "Send any partner's record again",
      description:
        "Starts a new round on the same record now; kept in the audit trail. requeued is false if the record is being sent or held, or its webhook is deleted.",
      access: operator("operator"),
      params: DeliveryPath,
      body: OperatorReplayBody,
      response: OperatorReplayResult,
      errors: ["not_found", "safe_mode"],
      read: ({ db, actor, params, body }) =>
        db.writer.run((tx) => {
          refuseInSafeMode(safeModeReason());
          return replayAnyDelivery(tx, actor, { id: Number(params.event_id), ...body });
        }),
    }),
  ];
}
