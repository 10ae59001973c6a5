import { canaryRoutes } from "../features/canary/index.ts";
import { createReadiness, healthRoutes } from "../features/health/index.ts";
import { metricsRoutes } from "../features/metrics/index.ts";
import { quickstartRoutes } from "../features/quickstart/index.ts";
import { publicTokenRoutes } from "../features/token/index.ts";
import { transactionRoutes } from "../features/transactions/index.ts";
import { createLatencyReports, latencyRoutes } from "../features/usage/index.ts";
import type { Mounted } from "../http/mounted.ts";
import type { Operation } from "../http/operation.ts";
import type { Services } from "../services.ts";

/** Operations without credentials; /metrics, which listed addresses read without any, stands beside its neighbours. */
export function publicOperations(services: Services, mounted: Mounted): Operation[] {
  const { clock, jobs, live, sandbox, startedAt, token, usage } = services;
  const readiness = createReadiness(clock, { live_db: live, sandbox_db: sandbox }, () => jobs.fault());
  return [
    ...healthRoutes(readiness),
    ...metricsRoutes({ live, sandbox, startedAt, usage, safeModeReason: services.http.safeModeReason }),
    ...quickstartRoutes(mounted, startedAt),
    ...canaryRoutes,
    ...publicTokenRoutes(mounted, live, token),
    ...transactionRoutes(live, token, startedAt),
    ...latencyRoutes(createLatencyReports([live.read, sandbox.read], usage, mounted)),
  ];
}
