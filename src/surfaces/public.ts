import type { Services } from "../compose/services.ts";
import { madeAt } from "../db/migrate.ts";
import type { Mounted } from "../http/mounted.ts";
import type { Operation } from "../http/operation.ts";
import { createLatencyReports, latencyRoutes } from "../modules/access/usage/index.ts";
import { canaryRoutes } from "../modules/developers/canary/index.ts";
import { quickstartRoutes } from "../modules/developers/quickstart/index.ts";
import { healthRoutes } from "../modules/operations/health/index.ts";
import { metricsRoutes } from "../modules/operations/metrics/index.ts";
import { interopRoutes, type StatusSource, statusRoutes } from "../modules/status/system/index.ts";
import { publicTokenRoutes } from "../modules/token/figures/index.ts";
import { transactionRoutes } from "../modules/token/transactions/index.ts";
import { proofRoutes } from "../modules/transparency/proofs/index.ts";
import { signedLogRoutes } from "../modules/transparency/signed-log/index.ts";

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
