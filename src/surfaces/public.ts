import { madeAt } from "../db/migrate.ts";
import { canaryRoutes } from "../features/canary/index.ts";
import { healthRoutes } from "../features/health/index.ts";
import { metricsRoutes } from "../features/metrics/index.ts";
import { proofRoutes } from "../features/proofs/index.ts";
import { quickstartRoutes } from "../features/quickstart/index.ts";
import { signedLogRoutes } from "../features/signed-log/index.ts";
import { interopRoutes, type StatusSource, statusRoutes } from "../features/system-status/index.ts";
import { publicTokenRoutes } from "../features/token/index.ts";
import { transactionRoutes } from "../features/transactions/index.ts";
import { createLatencyReports, latencyRoutes } from "../features/usage/index.ts";
import type { Mounted } from "../http/mounted.ts";
import type { Operation } from "../http/operation.ts";
import type { Services } from "../services.ts";

/** Operations without credentials; /metrics, which listed addresses read without any, stands beside its neighbours. */
export function publicOperations(services: Services, mounted: Mounted): Operation[] {
  const { chain, live, readiness, sandbox, signedLog, startedAt, status, token, usage } = services;
  const source: StatusSource = {
    status,
    sql: live.read,
    mounted,
    chainMode: chain?.mode ?? null,
    installedAt: madeAt(live.read),
    startedAt,
  };
  return [
    ...healthRoutes(readiness),
    ...metricsRoutes({ live, sandbox, startedAt, usage, safeModeReason: services.http.safeModeReason }),
    ...quickstartRoutes(mounted, startedAt),
    ...canaryRoutes,
    ...statusRoutes(source),
    ...interopRoutes(source),
    ...publicTokenRoutes(mounted, live, token),
    ...transactionRoutes(live, token, startedAt),
    ...latencyRoutes(createLatencyReports([live.read, sandbox.read], usage, mounted)),
    ...proofRoutes(chain, token === null ? null : { live, log: signedLog, token, startedAt }),
    ...signedLogRoutes(signedLog.db.read, startedAt),
  ];
}
