import { describeProcessSettings } from "../compose/config.ts";
import type { Services } from "../compose/services.ts";
import { factsOf } from "../doctor/facts.ts";
import { findingsOf } from "../doctor/findings.ts";
import type { Operation } from "../http/operation.ts";
import { keysPages } from "../modules/access/keys/index.ts";
import { accountRoutes, operatorsRoutes, signInRoutes } from "../modules/access/operators/index.ts";
import { type Notice, overviewRoutes } from "../modules/desk/overview/index.ts";
import { installationPages } from "../modules/desk/readiness/index.ts";
import { settlementPages } from "../modules/desk/settlement-desk/index.ts";
import { alertsPages, countFailedAlerts, FAILURES_SHOWN_DAYS } from "../modules/operations/alerts/index.ts";
import { backupPages, backupRoutes } from "../modules/operations/backups/index.ts";
import { auditRoutes } from "../modules/platform/audit/index.ts";
import { jobsPages } from "../modules/platform/jobs/index.ts";
import { promotionPages } from "../modules/sandbox/promotion/index.ts";
import { maintenancePages } from "../modules/status/maintenance/index.ts";
import { CHECK_NAMES } from "../modules/status/system/index.ts";
import { countWaiting, deliveryOperatorRoutes, deliveryPages } from "../modules/webhooks/deliveries/index.ts";
import type { Site } from "../pages/index.ts";

/** The operators' pages and what their forms are sent to, and their operations, under /admin. */
export function adminOperations(services: Services, site: Site): Operation[] {
  const { live, keyring, http, startedAt } = services;
  const parts = { site, live, keyring };
  return [
    ...signInRoutes({
      ...parts,
      limiter: () => http.limiter,
      failuresPerMinute: http.limits.failedAuth,
    }),
    ...overviewRoutes({ site, live, startedAt, notices: () => listNotices(services) }),
    ...keysPages({ site, keyring, fileOf: (mode) => (mode === "live" ? live : services.sandbox) }),
    ...promotionPages({
      ...parts,
      clock: services.clock,
      sandbox: services.sandbox,
      practice: services.practice,
    }),
    ...settlementPages({ site, live, treasury: services.treasury }),
    ...deliveryPages(site, live),
    ...jobsPages(site, services.jobs),
    ...backupPages(site, services.backups, services.jobs),
    ...backupRoutes(services.backups, services.jobs),
    ...alertsPages(site, live, services.alerts),
    ...maintenancePages({ site, live, checks: CHECK_NAMES }),
    ...installationPages({
      site,
      findings: () => findingsOf(factsOf(services.config, services.clock.now())),
      settings: describeProcessSettings,
    }),
    ...deliveryOperatorRoutes(http.safeModeReason),
    ...auditRoutes(site),
    ...operatorsRoutes(parts),
    ...accountRoutes(parts),
  ];
}

/** What waits for an operator, over all features. */
function listNotices({ clock, jobs, live }: Services): Notice[] {
  const fault = jobs.fault();
  const failed = jobs
    .list()
    .filter(({ last_run }) => last_run?.status === "failed" || last_run?.status === "timeout");
  const dead = countWaiting(live.read).counts.dead_letter ?? 0;
  const deadWords = `${dead.toLocaleString("en")} dead letters of webhooks`;
  const unsent = countFailedAlerts(live.read, clock.now());
  const unsentWords = `${unsent} alerts did not arrive in the last ${FAILURES_SHOWN_DAYS} days`;
  return [
    ...(unsent === 0 ? [] : [{ status: "warn", message: unsentWords, path: "/admin/alerts" } as const]),
    ...(dead === 0 ? [] : [{ status: "warn", message: deadWords, path: "/admin/deliveries" } as const]),
    ...(fault === null ? [] : [{ status: "bad", message: `Jobs: ${fault}`, path: "/admin/jobs" } as const]),
    ...failed.map(({ name, last_run }): Notice => {
      return { status: "warn", message: `Job ${name}: ${last_run?.detail ?? "failed"}`, path: "/admin/jobs" };
    }),
  ];
}
