export { toDay } from "./history.ts";
export { preflightJob, watchGuards } from "./job.ts";
export { PREFLIGHT_PATH } from "./preflight-page.tsx";
export { ANOMALY_DEFAULTS, compare, readAnomalies, readDelta, readGuards } from "./read.ts";
export { preflightPages } from "./routes.admin.tsx";
export { preflightRoutes } from "./routes.operator.ts";
export type { GuardParts } from "./run-guards.ts";
export { purgeSnapshots } from "./store.ts";
