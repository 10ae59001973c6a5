export { abandonDeadRuns, hasDeadRuns } from "./abandon-dead-runs.ts";
export { type JobState, jobsCheck } from "./check.ts";
export { endRun, type RunEnd, releaseRun } from "./end-run.ts";
export { type Job, Skipped } from "./job.ts";
export { jobMetrics } from "./metrics.ts";
export { JobMonitor, type JobView } from "./monitor.ts";
export { jobNotices } from "./notices.ts";
export { recordRun } from "./record-run.ts";
export { reliabilityCheck } from "./reliability-check.ts";
export { readJobRollup, rollUpJobs } from "./rollup.ts";
export { createRollup } from "./rollup-job.ts";
export { jobsPages } from "./routes.admin.tsx";
export { type ActiveRun, renewLease, startRun } from "./start-run.ts";
export {
  countFailuresInARow,
  findLastOkRun,
  findLastRun,
  findLock,
  forgetRunsInProgress,
  isFailed,
  LEASE_MS,
  purgeRuns,
} from "./store.ts";
