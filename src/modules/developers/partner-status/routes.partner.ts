import { type Operation, partner, readOperation } from "../../../http/operation.ts";
import { type KeysSource, listLiveKeys } from "../../access/usage/index.ts";
import { pickWorst } from "../../platform/checks/index.ts";
import { PartnerStatus } from "./model.ts";
import { readPartnerStatus, type StatusOptions } from "./read.ts";

/** @param keysOf the keys counted; by default the live ones */
export function partnerStatusRoutes(options: StatusOptions, keysOf: KeysSource = listLiveKeys): Operation[] {
  return [
    readOperation({
      id: "getPartnerStatus",
      method: "GET",
      path: "/api/partner/status",
      group: "account",
      summary: "Read the service's status for your keys",
      description:
        "For keys with any scope. Requests and percentiles cover all your keys of this mode; webhook_delivery_health counts your delivery records in their current state.",
      access: partner(null),
      response: PartnerStatus,
      read: async (context) => {
        const { overall } = await options.status.current();
        // Safe mode applies at once, without the cached report's delay.
        const worst = pickWorst([overall, options.safeModeReason() === null ? "ok" : "warn"]);
        const { actor, db } = context;
        return readPartnerStatus(db.read, actor, { options, overall: worst, keys: keysOf(context) });
      },
    }),
  ];
}
