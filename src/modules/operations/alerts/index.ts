export { AlertDesk, type AlertTargets, alertView } from "./alert-desk.ts";
export { alertStopped } from "./alert-stopped.ts";
export { type AlertTransport, createAlertTransport } from "./client.ts";
export { buildChangeAlert, gamePausedAlert, helpFor, testAlarm, testAlert } from "./compose.ts";
export { dailyReportJob } from "./daily-report-job.ts";
export { receiverFault } from "./formats.ts";
export type { AlertContent, AlertView } from "./model.ts";
export { alertNotices } from "./notices.ts";
export { OutageWatch } from "./outage-watch.ts";
export { alertsPages } from "./routes.admin.tsx";
export { buildRunbook } from "./runbook.ts";
export { sendAlerts } from "./send-due.ts";
export {
  FAILURES_SHOWN_DAYS,
  findAlert,
  iterateAlerts,
  listAlerts,
  purgeAlerts,
  tallyFailedAlerts,
} from "./store.ts";
