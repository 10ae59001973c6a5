import type { Database } from "../../../db/database.ts";
import type { UsageRecorder } from "../../access/usage/index.ts";
import type { Family } from "../../platform/metrics/index.ts";
import type { SystemStatus } from "../../status/system/index.ts";
import type { BackupDesk, ReplicaFacts } from "../backups/index.ts";
import { databaseFamilies, diskFamilies } from "./database-families.ts";
import { type ProcessSources, processFamilies } from "./process-families.ts";
import { backupFamilies, type LeaseFacts, leaseFamilies, replicaFamilies } from "./replica-families.ts";
import { requestFamilies } from "./request-families.ts";
import { statusFamilies } from "./status-families.ts";

/** Sources of the metrics. */
export interface MetricSources extends ProcessSources {
  config: { dataDir: string };
  live: Database;
  sandbox: Database;
  usage: UsageRecorder;
  status: SystemStatus;
  backups: BackupDesk;
  /** State of the replica; null without one. */
  replica: (now: number) => ReplicaFacts | null;
  /** Whether this machine may write; null without a replica. */
  lease: LeaseFacts | null;
  /** Metrics that the modules announce. */
  modules: (nowMs: number) => Family[];
}

/** Every metric family of /metrics. Counters start at 0 with the process. */
export async function readMetrics(measured: MetricSources, nowMs: number): Promise<Family[]> {
  const { config, live, sandbox, usage, status, backups, replica, lease, modules } = measured;
  // The check of the databases commits: the counts of commits are read after it.
  const checks = await statusFamilies(status);
  return [
    ...processFamilies(measured, nowMs),
    ...requestFamilies(usage.totals()),
    ...databaseFamilies({ live, sandbox }),
    ...diskFamilies(config.dataDir),
    ...replicaFamilies(replica(nowMs)),
    ...leaseFamilies(lease),
    ...backupFamilies(backups, live.read),
    ...checks,
    ...modules(nowMs),
  ];
}
