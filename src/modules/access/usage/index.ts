export { createLatencyReports } from "./latency.ts";
export { type HourLatency, readLatencyByHour } from "./latency-by-hour.ts";
export { Percentiles, percentilesOf, Window } from "./model.ts";
export { readAllUsage, readKeysUsage, usageWindow, windowView } from "./read.ts";
export { createUsageRecorder, type RouteTotals, type UsageRecorder } from "./recorder.ts";
export { usageRoutes } from "./routes.partner.ts";
export { latencyRoutes } from "./routes.public.ts";
export { purgeUsage } from "./store.ts";
export { totalOf } from "./traffic.ts";
