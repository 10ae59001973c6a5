export type { StatusSource } from "./answers.ts";
export { CheckSet } from "./check-set.ts";
export type { HourLatency } from "./latency.ts";
export { builtInPolicy, type Policy, readPolicyFile, StatusPolicyError } from "./policy.ts";
export { readOpenIncident } from "./read.ts";
export { interopRoutes } from "./routes.interop.ts";
export { statusPageRoutes } from "./routes.page.tsx";
export { statusRoutes } from "./routes.public.ts";
export type { State } from "./rules.ts";
export {
  findShownIncident,
  listShownIncidents,
  listStatusChanges,
  type ShownIncident,
} from "./shown-incidents.ts";
export { type SnapshotParts, statusSnapshot } from "./snapshot-job.ts";
export { purgeStatus } from "./store.ts";
export { type Report, SystemStatus } from "./system-status.ts";
export { type StatusChange, takeSnapshot } from "./take-snapshot.ts";
