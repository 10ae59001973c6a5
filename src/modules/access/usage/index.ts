export { type Caller, readCallers, readDailyCalls, WITHDRAWN } from "./calls.ts";
export { type KeysSource, listLiveKeys, sandboxKeys } from "./keys-source.ts";
export { createLatencyReports } from "./latency.ts";
export { readLatencyByHour } from "./latency-by-hour.ts";
export { computePercentiles, Percentiles, Window } from "./model.ts";
export {
  keepUsageMonths,
  listKeyMonths,
  listRouteMonths,
  USAGE_DAYS,
} from "./months.ts";
export { type DayTraffic, readKeyUse, readLastUse, readTrafficByDay } from "./partner-usage.ts";
export { readAllUsage, readKeysUsage, usageWindow, windowView } from "./read.ts";
export { createUsageRecorder, type RouteTotals, type UsageRecorder } from "./recorder.ts";
export { usageRoutes } from "./routes.partner.ts";
export { latencyRoutes } from "./routes.public.ts";
export { purgeUsage } from "./store.ts";
export { sumTraffic } from "./traffic.ts";
export { readTrafficByHour } from "./traffic-by-hour.ts";
