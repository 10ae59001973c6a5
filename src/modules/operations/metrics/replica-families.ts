import type { Sql } from "../../../db/sql.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import { type Family, gauge } from "../../platform/metrics/index.ts";
import { type BackupDesk, type ReplicaFacts, readDrill } from "../backups/index.ts";
import type { LeaseKeeper, LeaseState } from "../lease/index.ts";

/** The replica as Litestream reports it; none without one. */
export function replicaFamilies(replica: ReplicaFacts | null): Family[] {
  if (replica === null) return [];
  const { fault, lagSeconds, lastTxid } = replica;
  return [
    gauge("salute_replica_up", "1 while Litestream answers, otherwise 0.", { value: fault === null ? 1 : 0 }),
    gauge(
      "salute_replica_lag_seconds",
      "Time since the replica furthest behind was last complete.",
      ...known(lagSeconds),
    ),
    gauge("salute_replica_txid", "Last transaction of live.db that Litestream has read.", ...known(lastTxid)),
  ];
}

const STATES: readonly LeaseState["kind"][] = [
  "unknown",
  "held",
  "none",
  "unreachable",
  "handed_over",
  "lost",
];

export type LeaseFacts = Pick<LeaseKeeper, "standing" | "epoch" | "confirmedAt" | "stopReason">;

/** The lease of this machine's epoch; none without a replica. */
export function leaseFamilies(lease: LeaseFacts | null): Family[] {
  if (lease === null) return [];
  const { standing, epoch, confirmedAt } = lease;
  return [
    gauge(
      "salute_lease_state",
      "1 for the state of this machine's lease, 0 for the others.",
      ...STATES.map((state) => ({ labels: { state }, value: state === standing.kind ? 1 : 0 })),
    ),
    gauge("salute_lease_epoch", "Epoch that this machine leads, or led.", { value: epoch }),
    gauge("salute_lease_accepts_changes", "1 while the lease permits changes, otherwise 0.", {
      value: lease.stopReason() === null ? 1 : 0,
    }),
    gauge(
      "salute_lease_confirmed_timestamp_seconds",
      "Unix time at which the lease was last found held.",
      ...known(confirmedAt, SECOND_MS),
    ),
  ];
}

/** The newest backup and the last restore drill; none before the first. */
export function backupFamilies(backups: BackupDesk, sql: Sql): Family[] {
  const [newest] = backups.list();
  const drill = readDrill(sql);
  return [
    gauge(
      "salute_backup_last_success_timestamp_seconds",
      "Unix time of the newest proved backup.",
      ...known(newest === undefined ? null : Date.parse(newest.created_at), SECOND_MS),
    ),
    gauge("salute_backup_bytes", "Size of the newest backup.", ...known(newest?.bytes ?? null)),
    gauge(
      "salute_drill_last_timestamp_seconds",
      "Unix time of the last restore drill.",
      ...known(drill === null ? null : Date.parse(drill.at), SECOND_MS),
    ),
    gauge(
      "salute_drill_ok",
      "1 if the last restore drill passed, otherwise 0.",
      ...known(drill === null ? null : Number(drill.ok)),
    ),
    gauge(
      "salute_drill_recovery_time_seconds",
      "Duration of the last drill's restore and proof.",
      ...known(drill?.rto_seconds ?? null),
    ),
  ];
}

function known(value: number | null, unit = 1): { value: number }[] {
  return value === null ? [] : [{ value: value / unit }];
}
