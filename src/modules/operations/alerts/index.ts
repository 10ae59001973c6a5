export { AlertDesk, alertView } from "./alert-desk.ts";
export { createAlertTransport } from "./client.ts";
export { changeAlert, dailyReport, testAlert } from "./compose.ts";
export type { AlertView } from "./model.ts";
export { OutageWatch } from "./outage-watch.ts";
export { alertsPages } from "./routes.admin.tsx";
export { RUNBOOK } from "./runbook.ts";
export { sendDueAlerts } from "./send-due.ts";
export { countFailedAlerts, FAILURES_SHOWN_DAYS, findAlert, listAlerts, purgeAlerts } from "./store.ts";
