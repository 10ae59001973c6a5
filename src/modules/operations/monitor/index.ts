export { escalate } from "./escalate.ts";
export { beat } from "./heartbeat.ts";
export { alertsMonitorJob, RUN_MS } from "./job.ts";
export { monitorNotices } from "./notices.ts";
export { monitorRoutes } from "./routes.admin.tsx";
export { monitorExports } from "./routes.exports.ts";
export { exportUsageRoutes } from "./routes.usage.ts";
export { AlertRulesError, BUILT_IN_RULES, parseRules, type Rule } from "./rules.ts";
export { purgeRuns } from "./store.ts";
