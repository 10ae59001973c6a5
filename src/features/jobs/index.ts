export { abandonDeadRuns, hasDeadRuns } from "./abandon-dead-runs.ts";
export { type Ending, endRun, releaseRun } from "./end-run.ts";
export { JobMonitor, type JobView } from "./monitor.ts";
export { jobsPages } from "./routes.admin.tsx";
export { type ActiveRun, LEASE_MS, renewLease, startRun } from "./start-run.ts";
export { findLastOkRun, findLastRun, findLock, purgeRuns } from "./store.ts";
