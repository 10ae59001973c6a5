export type { GuardParts } from "./desk.ts";
export { dayOf } from "./history.ts";
export { preflightJob, watchGuards } from "./job.ts";
export { compare, readAnomalies, readDelta, readGuards } from "./read.ts";
export { preflightRoutes } from "./routes.operator.ts";
export { purgeSnapshots } from "./store.ts";
