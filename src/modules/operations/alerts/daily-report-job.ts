import type { Database } from "../../../db/database.ts";
import { MINUTE_MS } from "../../../kit/clock.ts";
import type { Job } from "../../platform/jobs/index.ts";
import type { Notice } from "../../platform/notices/index.ts";
import type { SystemStatus } from "../../status/system/index.ts";
import type { AlertDesk } from "./alert-desk.ts";
import { dailyReport } from "./compose.ts";

interface DailyReportParts {
  alerts: AlertDesk;
  http: { baseUrl: () => string };
  live: Database;
  status: SystemStatus;
  notices: () => Notice[];
}

/** Contract section 12: an alert channel that is silent may be broken, so good news is sent too. */
export const dailyReportJob: Job<DailyReportParts> = {
  name: "daily_report",
  schedule: "7 8 * * *",
  timeoutMs: MINUTE_MS,
  waitsForSchedule: true,
  description: "Sends operators a status report if ALERT_WEBHOOK_URL or ALERT_EMAIL is set",
  run: async ({ alerts, http, live, notices, status }) => {
    if (!alerts.isOn) return "not sent: ALERT_WEBHOOK_URL and ALERT_EMAIL are unset";
    const report = await status.look();
    const content = dailyReport({
      report,
      states: status.toStates(report),
      checks: status.checks,
      baseUrl: http.baseUrl(),
      notices: notices(),
    });
    await live.writer.run((tx) => alerts.raise(tx, content));
    return content.title;
  },
};
