import type { Database } from "../../db/database.ts";
import { type Clock, DAY_MS, SECOND_MS } from "../../kit/clock.ts";
import type { Logger } from "../../kit/log.ts";
import { startPolling } from "../../kit/poll.ts";
import type { UsageRecorder } from "../access/usage/index.ts";
import type { Module } from "../module.ts";
import type { JobMonitor } from "../platform/jobs/index.ts";
import type { Family } from "../platform/metrics/index.ts";
import type { SystemStatus } from "../status/system/index.ts";
import type { SignedLog } from "../transparency/signed-log/index.ts";
import {
  type AlertDesk,
  alertNotices,
  alertsPages,
  dailyReportJob,
  OutageWatch,
  purgeAlerts,
  sendAlerts,
  tellStopped,
} from "./alerts/index.ts";
import {
  type BackupDesk,
  backupCheck,
  backupJob,
  backupPages,
  backupRoutes,
  type ReplicaFacts,
  restoreDrill,
} from "./backups/index.ts";
import { databaseCheck, healthRoutes, type Readiness } from "./health/index.ts";
import { proveFilesJob } from "./invariants/index.ts";
import { metricsRoutes } from "./metrics/index.ts";

export interface OperationsParts {
  config: {
    backupKeepCount: number;
    backupKeepDays: number;
    backupEncryptionKey: string | null;
    litestreamReplicaUrl: string | null;
    dataDir: string;
  };
  clock: Clock;
  log: Logger;
  live: Database;
  sandbox: Database;
  signedLog: SignedLog;
  usage: UsageRecorder;
  alerts: AlertDesk;
  backups: BackupDesk;
  jobs: JobMonitor;
  status: SystemStatus;
  readiness: () => Promise<Readiness>;
  /** How the replica follows; null where none is configured. */
  replica: (now: number) => ReplicaFacts | null;
  startedAt: number;
  http: { safeModeReason: () => string | null; baseUrl: () => string };
  /** The figures that each module announces. */
  moduleMetrics: (now: number) => Family[];
  /** Runs a command of salute's own in a process of its own. */
  runElsewhere: (words: readonly string[], signal: AbortSignal) => Promise<{ out: string }>;
}

const ALERT_DAYS = 90;
const ALERT_POLL_MS = 2 * SECOND_MS;
const OUTAGE_LOOK_MS = 15 * SECOND_MS;

/** Running the service: alerts, backups, invariants, metrics, health. */
export const operations: Module<OperationsParts> = {
  name: "operations",
  operations: (parts, { site }) => {
    const { alerts, backups, jobs, live, readiness } = parts;
    return [
      ...healthRoutes(readiness),
      ...metricsRoutes({ ...parts, safeModeReason: parts.http.safeModeReason, modules: parts.moduleMetrics }),
      ...backupPages(site, backups, jobs),
      ...backupRoutes(backups, jobs),
      ...alertsPages({ site, live, alerts, checks: parts.status.checks }),
    ];
  },
  checks: [databaseCheck, backupCheck],
  jobs: [backupJob, restoreDrill, dailyReportJob, proveFilesJob],
  retention: [
    { rows: "alerts", purge: (_, now) => (tx, chunk) => purgeAlerts(tx, now - ALERT_DAYS * DAY_MS, chunk) },
  ],
  navigation: [
    { path: "/admin/alerts", label: "Alerts and runbook", order: 60 },
    { path: "/admin/backups", label: "Backups", order: 80 },
  ],
  notices: ({ live, clock }) => alertNotices(live.read, clock.now()),
  groups: [{ name: "health", order: 190, description: "Whether the process answers and is ready." }],
  background: (parts) => {
    const { alerts, log } = parts;
    if (!alerts.isOn) return [];
    const watch = new OutageWatch(parts);
    return [
      startPolling({
        everyMs: ALERT_POLL_MS,
        what: "alerts",
        log,
        work: (signal) => sendAlerts(parts, signal),
      }),
      startPolling({ everyMs: ALERT_POLL_MS, what: "stopped changes", log, work: () => tellStopped(parts) }),
      startPolling({ everyMs: OUTAGE_LOOK_MS, what: "outages", log, work: () => watch.look() }),
    ];
  },
};
