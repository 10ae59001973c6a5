import type { Mounted } from "../../http/mounted.ts";
import { type Operation, partner, readOperation } from "../../http/operation.ts";
import { type SystemStatus, worstOf } from "../system-status/index.ts";
import type { UsageRecorder } from "../usage/index.ts";
import { PartnerStatus } from "./model.ts";
import { readPartnerStatus } from "./read.ts";

export function partnerStatusRoutes(
  mounted: Mounted,
  recorder: UsageRecorder,
  status: SystemStatus,
  safeModeReason: () => string | null,
): Operation[] {
  return [
    readOperation({
      id: "getPartnerStatus",
      method: "GET",
      path: "/api/partner/status",
      group: "account",
      summary: "Read how the service does, for you",
      description: "For live keys of any scope. Requests and percentiles are those of all your live keys.",
      access: partner(null),
      response: PartnerStatus,
      read: async ({ db, actor, now }) => {
        const { overall } = await status.current();
        // Whoever is refused changes is told at once, and not some seconds later.
        const worst = worstOf([overall, safeModeReason() === null ? "ok" : "warn"]);
        return readPartnerStatus(db.read, actor, recorder, mounted, worst, now);
      },
    }),
  ];
}
