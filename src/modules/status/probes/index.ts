export { syntheticCheck } from "./check.ts";
export { type ProbeParts, probesJob } from "./job.ts";
export { PROBES } from "./policy.ts";
export { probeRoutes } from "./routes.admin.ts";
export { listProbeStates, purgeProbes } from "./store.ts";
