import type { Database } from "../../db/database.ts";
import { type Clock, DAY_MS, MINUTE_MS, SECOND_MS } from "../../kit/clock.ts";
import { startPolling } from "../../kit/poll.ts";
import type { Logger } from "../../kit/process/log.ts";
import type { LoopLag } from "../../kit/process/loop-lag.ts";
import type { RefusalRecorder } from "../access/refusals/index.ts";
import type { UsageRecorder } from "../access/usage/index.ts";
import type { Module, Running } from "../module.ts";
import type { JobMonitor } from "../platform/jobs/index.ts";
import type { Keyring } from "../platform/master-key/index.ts";
import type { Family } from "../platform/metrics/index.ts";
import type { Notice } from "../platform/notices/index.ts";
import { keep } from "../platform/retention/index.ts";
import type { SystemStatus } from "../status/system/index.ts";
import type { SignedLog } from "../transparency/signed-log/index.ts";
import {
  type AlertDesk,
  alertNotices,
  alertStopped,
  alertsPages,
  dailyReportJob,
  OutageWatch,
  purgeAlerts,
  sendAlerts,
} from "./alerts/index.ts";
import {
  type BackupDesk,
  backupCheck,
  backupDownload,
  backupJob,
  backupNotices,
  backupPages,
  backupRoutes,
  type ReplicaFacts,
  readBackupFacts,
  restoreDrill,
} from "./backups/index.ts";
import { purgeCalls } from "./calls/index.ts";
import { diskCheck, measureJob, shrinkJob, storagePage } from "./disk/index.ts";
import { OPERATIONS_FINDINGS, type OperationsFacts } from "./findings.ts";
import { databaseCheck, healthRoutes, type Readiness } from "./health/index.ts";
import { proveFilesJob } from "./invariants/index.ts";
import { describeMachine, type LeaseKeeper, leaseCheck, startLeaseWatch } from "./lease/index.ts";
import { metricsRoutes } from "./metrics/index.ts";
import {
  alertsMonitorJob,
  beat,
  escalate,
  exportUsageRoutes,
  monitorExports,
  monitorNotices,
  monitorRoutes,
  purgeRuns,
  RUN_MS,
  type Rule,
} from "./monitor/index.ts";
import { ackRoutes, callNotices, escalateCalls, onCallRoutes } from "./on-call/index.ts";
import { openOperations } from "./open.ts";
import { startCanary } from "./standby/index.ts";
import { STORE_FINDINGS } from "./stores/index.ts";

export interface OperationsParts {
  config: {
    backupKeepCount: number;
    backupKeepDays: number;
    backupEncryptionKey: string | null;
    litestreamReplicaUrl: string | null;
    dataDir: string;
    alertEscalationMinutes: number;
    heartbeatUrl: string | null;
  };
  clock: Clock;
  log: Logger;
  live: Database;
  sandbox: Database;
  sandboxFiles: { each(): AsyncIterable<Database> };
  keyring: Keyring;
  signedLog: SignedLog;
  usage: UsageRecorder;
  refusals: RefusalRecorder;
  alerts: AlertDesk;
  alertRules: readonly Rule[];
  backups: BackupDesk;
  jobs: JobMonitor;
  status: SystemStatus;
  /** Work that waits for an operator, from all modules. */
  notices: () => Notice[];
  readiness: () => Promise<Readiness>;
  /** State of the replica; null without one. */
  replica: (now: number) => ReplicaFacts | null;
  /** Whether this machine may write; null without a replica. */
  lease: LeaseKeeper | null;
  startedAt: number;
  loopLag: LoopLag;
  http: { safeModeReason: () => string | null; baseUrl: () => string };
  /** Metrics of every module. */
  moduleMetrics: (now: number) => Family[];
  /** Runs a salute command as a child process and returns its standard output. */
  runInChild: (words: readonly string[], signal: AbortSignal) => Promise<{ out: string }>;
}

const ALERT_DAYS = 90;
const ALERT_POLL_MS = 2 * SECOND_MS;
const OUTAGE_LOOK_MS = 15 * SECOND_MS;
const ESCALATION_LOOK_MS = 10 * SECOND_MS;
const HEARTBEAT_MS = MINUTE_MS;

/** Alerts, backups, invariants, metrics and health of the service. */
export const operations: Module<OperationsParts, OperationsFacts> & { open: typeof openOperations } = {
  name: "operations",
  open: openOperations,
  operations: (parts, { site }) => {
    const { alerts, backups, jobs, live } = parts;
    return [
      ...healthRoutes(parts),
      ...metricsRoutes({ ...parts, safeModeReason: parts.http.safeModeReason, modules: parts.moduleMetrics }),
      ...backupPages({
        site,
        desk: backups,
        jobs,
        keep: parts.config,
        machine: () => describeMachine(parts.lease),
      }),
      backupDownload(backups),
      ...backupRoutes(backups, jobs),
      storagePage(site, parts),
      ...monitorRoutes(site, parts),
      ...monitorExports(parts),
      ...exportUsageRoutes(parts),
      ...onCallRoutes(site, parts),
      ...(alerts.parts.links === null ? [] : ackRoutes(site, { ...parts, links: alerts.parts.links })),
      ...alertsPages({ site, live, alerts, checks: parts.status.checks }),
    ];
  },
  checks: [databaseCheck, backupCheck, leaseCheck, diskCheck],
  jobs: [backupJob, restoreDrill, shrinkJob, measureJob, dailyReportJob, alertsMonitorJob, proveFilesJob],
  findings: [...OPERATIONS_FINDINGS, ...STORE_FINDINGS],
  retention: [
    keep({
      rows: "calls of alarms",
      windows: { calls: { tables: ["alarm_calls"], kept: ALERT_DAYS * DAY_MS, after: "creation" } },
      purge: (tx, { calls }, { chunk }) => purgeCalls(tx, calls, chunk),
    }),
    keep({
      rows: "alerts",
      windows: { alerts: { tables: ["alerts"], kept: ALERT_DAYS * DAY_MS, after: "creation" } },
      purge: (tx, { alerts }, { chunk }) => purgeAlerts(tx, alerts, chunk),
    }),
    keep({
      rows: "runs of the alerts monitor",
      windows: { runs: { tables: ["monitor_runs"], kept: RUN_MS, after: "the run" } },
      purge: (tx, { runs }, { chunk }) => purgeRuns(tx, runs, chunk),
    }),
  ],
  navigation: [
    { path: "/admin/alerts", label: "Alerts and runbook", group: "Today", order: 60 },
    { path: "/admin/on-call", label: "On call", group: "Today", order: 62 },
    { path: "/admin/ops/alerts-monitor", label: "Alerts monitor", group: "Status", order: 62 },
    { path: "/admin/backups", label: "Backups", group: "System", order: 80 },
    { path: "/admin/ops/storage", label: "Storage", group: "System", order: 85 },
  ],
  notices: (parts) => {
    const { live, clock, alertRules } = parts;
    const now = clock.now();
    return [
      ...monitorNotices(live.read, alertRules),
      ...callNotices(live.read, alertRules),
      ...alertNotices(live.read, now),
      ...backupNotices(readBackupFacts(parts, now), now, parts.status.policy.checks[backupCheck.name]),
    ];
  },
  sealed: [{ table: "on_call_members", context: "operator", columns: ["email_sealed"] }],
  groups: [{ name: "health", order: 190, description: "Whether the process answers and is ready." }],
  background: (parts) => [
    ...startAlerts(parts),
    ...startHeartbeat(parts),
    ...startLeaseWatch(parts),
    ...startCanary(parts),
    parts.loopLag.start(),
  ],
};

/** Sends alerts, watches for outages and escalates alarms that nobody acknowledged. */
function startAlerts(parts: OperationsParts): Running[] {
  const { alerts, log } = parts;
  if (!alerts.isOn && alerts.parts.second === null && alerts.parts.mail === null) return [];
  const watch = new OutageWatch(parts);
  const polls = [
    { everyMs: ALERT_POLL_MS, what: "alerts", work: (signal: AbortSignal) => sendAlerts(parts, signal) },
    { everyMs: ALERT_POLL_MS, what: "stopped changes", work: () => alertStopped(parts) },
    { everyMs: OUTAGE_LOOK_MS, what: "outages", work: () => watch.look() },
    { everyMs: ESCALATION_LOOK_MS, what: "escalations", work: () => escalateAll(parts) },
  ];
  return polls.map((poll) => startPolling({ ...poll, log }));
}

async function escalateAll(parts: OperationsParts): Promise<void> {
  await escalate(parts);
  await escalateCalls(parts);
}

/** Sends a heartbeat at once, then every minute. */
function startHeartbeat(parts: OperationsParts): Running[] {
  if (parts.config.heartbeatUrl === null) return [];
  const first = new AbortController();
  void beat(parts, first.signal);
  const work = (signal: AbortSignal) => beat(parts, signal);
  return [
    startPolling({ everyMs: HEARTBEAT_MS, what: "the heartbeat", log: parts.log, work }),
    { stop: () => first.abort() },
  ];
}
