export { abandonDeadRuns, hasDeadRuns } from "./abandon-dead-runs.ts";
export { type Ending, endRun, releaseRun } from "./end-run.ts";
export { JobMonitor, type JobView } from "./monitor.ts";
export { type JobRollup, ROLLUP_DAYS, readJobRollup, rollUpJobs } from "./rollup.ts";
export { jobsPages } from "./routes.admin.tsx";
export { type ActiveRun, renewLease, startRun } from "./start-run.ts";
export {
  countFailuresInARow,
  findLastOkRun,
  findLastRun,
  findLock,
  LEASE_MS,
  purgeRuns,
  type RunStatus,
} from "./store.ts";
