import { type Operation, partner, readOperation } from "../../../http/operation.ts";
import { worstOf } from "../../platform/checks/index.ts";
import { PartnerStatus } from "./model.ts";
import { readPartnerStatus, type StatusOptions } from "./read.ts";

export function partnerStatusRoutes(options: StatusOptions): Operation[] {
  return [
    readOperation({
      id: "getPartnerStatus",
      method: "GET",
      path: "/api/partner/status",
      group: "account",
      summary: "Read the service's status for your keys",
      description:
        "For live keys with any scope. Requests and percentiles cover all your live keys; webhook_delivery_health counts your delivery records in their current state.",
      access: partner(null),
      response: PartnerStatus,
      read: async ({ db, actor, now }) => {
        const { overall } = await options.status.current();
        // Safe mode applies at once, without the cached report's delay.
        const worst = worstOf([overall, options.safeModeReason() === null ? "ok" : "warn"]);
        return readPartnerStatus(db.read, actor, { options, overall: worst, nowMs: now });
      },
    }),
  ];
}
