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
      summary: "Read how the service does, for you",
      description:
        "For live keys of any scope. Requests and percentiles are those of all your live keys; webhook_delivery_health counts your delivery records as they stand now.",
      access: partner(null),
      response: PartnerStatus,
      read: async ({ db, actor, now }) => {
        const { overall } = await options.status.current();
        // Whoever is refused changes is told at once, and not some seconds later.
        const worst = worstOf([overall, options.safeModeReason() === null ? "ok" : "warn"]);
        return readPartnerStatus(db.read, actor, options, worst, now);
      },
    }),
  ];
}
