import { type Operation, partner, readOperation } from "../../../http/operation.ts";
import { listPartnerKeyIds } from "../keys/index.ts";
import { HoursQuery, Usage } from "./model.ts";
import { readKeysUsage, usageWindow } from "./read.ts";
import type { UsageRecorder } from "./recorder.ts";
import { usageReport } from "./report.ts";

export function usageRoutes(recorder: UsageRecorder): Operation[] {
  return [
    readOperation({
      id: "getUsage",
      method: "GET",
      path: "/api/partner/analytics/usage",
      group: "account",
      summary: "Read your requests and their latency",
      description:
        "Counts every correctly signed request of all your live keys; requests with a wrong signature belong to no key. The present request is not included.",
      access: partner("read"),
      query: HoursQuery,
      response: Usage,
      read: ({ db, actor, query, now }) => {
        const window = usageWindow(now, query.hours);
        const keyIds = listPartnerKeyIds(db.read, actor.partnerId);
        return usageReport(readKeysUsage(db.read, recorder, { keyIds, window }), window);
      },
    }),
  ];
}
