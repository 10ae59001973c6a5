export type { StatusSource } from "./answers.ts";
export { CheckSet } from "./check-set.ts";
export { HeadlineMark, HeadlineText, type StatusNow } from "./headline.tsx";
export type { HourLatency } from "./history/latency.ts";
export {
  findShownIncident,
  listOpenIncidents,
  listShownIncidents,
  listStatusChanges,
  type ShownIncident,
} from "./incidents/shown-incidents.ts";
export { interopRoutes } from "./interop/routes.interop.ts";
export { builtInPolicy, type Policy, readPolicyFile, StatusPolicyError } from "./policy.ts";
export { statusPageRoutes } from "./routes.page.tsx";
export { statusRoutes } from "./routes.public.ts";
export type { ShownState, State } from "./rules.ts";
export { type SnapshotParts, statusSnapshot } from "./snapshots/snapshot-job.ts";
export { type StatusChange, takeSnapshot } from "./snapshots/take-snapshot.ts";
export { findLatestSnapshot, purgeStatus } from "./store.ts";
export { type BoundCheck, judgeCheck, type Report, SystemStatus } from "./system-status.ts";
