import { type Operation, partner, readOperation } from "../../../http/operation.ts";
import { type KeysSource, listLiveKeys } from "./keys-source.ts";
import { HoursQuery, Usage } from "./model.ts";
import { readKeysUsage, usageWindow } from "./read.ts";
import type { UsageRecorder } from "./recorder.ts";
import { usageReport } from "./report.ts";

/** @param keysOf the keys counted; by default the live ones */
export function usageRoutes(recorder: UsageRecorder, keysOf: KeysSource = listLiveKeys): Operation[] {
  return [
    readOperation({
      id: "getUsage",
      method: "GET",
      path: "/api/partner/analytics/usage",
      group: "account",
      summary: "Read your requests and their latency",
      description:
        "Counts every correctly signed request of all your keys of this mode; requests with a wrong signature belong to no key. The present request is not included.",
      access: partner("read"),
      query: HoursQuery,
      response: Usage,
      read: (context) => {
        const { sql, keyIds, now } = keysOf(context);
        const window = usageWindow(now, context.query.hours);
        return usageReport(readKeysUsage(sql, recorder, { keyIds, window }), window);
      },
    }),
  ];
}
