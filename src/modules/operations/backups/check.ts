import type { Database } from "../../../db/database.ts";
import { madeAt } from "../../../db/migrations/migrate.ts";
import { HOUR_MS, isoUtcOrNull } from "../../../kit/clock.ts";
import { type CheckOutcome, defineCheck, noData, type Thresholds } from "../../platform/checks/index.ts";
import type { BackupDesk } from "./backup-desk.ts";
import { readDrill } from "./drill.ts";

export interface BackupFacts {
  /** Time of the last proved backup, in Unix milliseconds; null before the first. */
  lastOkAt: number | null;
  /** Creation time of this data directory, in Unix milliseconds. */
  installedAt: number;
  /** Null without a replica. */
  replica: ReplicaFacts | null;
  /** Last restore drill; null before the first. */
  drill: DrillFacts | null;
}

export interface DrillFacts {
  at: string;
  ok: boolean;
  rpo_seconds: number | null;
  rto_seconds: number;
}

export interface ReplicaFacts {
  /** Litestream's fault; null if it answers. */
  fault: string | null;
  /** Null before the first sync. */
  lagSeconds: number | null;
  /** Last transaction of live.db that Litestream has read. */
  lastTxid: number | null;
}

/** Judges whether a recent backup or replica can be restored. */
export function checkBackup(
  { lastOkAt, installedAt, replica, drill }: BackupFacts,
  now: number,
  thresholds: Thresholds<"first_after_hours_warn" | "replica_lag_seconds_warn" | "age_hours_warn">,
): CheckOutcome {
  const observed = {
    last_ok_at: isoUtcOrNull(lastOkAt),
    replica_lag_seconds: replica?.lagSeconds ?? null,
    replica_last_txid: replica?.lastTxid ?? null,
    drill_at: drill?.at ?? null,
    drill_ok: drill?.ok ?? null,
    drill_rpo_seconds: drill?.rpo_seconds ?? null,
    drill_rto_seconds: drill?.rto_seconds ?? null,
  };
  if (drill?.ok === false) return { status: "bad", message: "The last restore drill failed.", observed };
  if (replica !== null && !isFollowing(replica, thresholds.replica_lag_seconds_warn))
    return { status: "warn", message: "The replica is behind.", observed };
  if (lastOkAt !== null && now - lastOkAt <= thresholds.age_hours_warn * HOUR_MS)
    return { status: "ok", message: "The last backup is recent and was proved.", observed };
  if (lastOkAt !== null) return { status: "warn", message: "The last backup is too old.", observed };
  const hours = (now - installedAt) / HOUR_MS;
  if (hours < thresholds.first_after_hours_warn)
    return noData("No backup has been made yet: the service is new.", observed);
  return { status: "warn", message: "No backup has been made.", observed };
}

export function isFollowing({ fault, lagSeconds }: ReplicaFacts, limit: number): boolean {
  return fault === null && lagSeconds !== null && lagSeconds <= limit;
}

interface BackupCheckParts {
  backups: BackupDesk;
  live: Database;
  /** State of the replica; null without one. */
  replica: (now: number) => ReplicaFacts | null;
}

export const BACKUP_THRESHOLDS = {
  first_after_hours_warn: { value: 24, meaning: "Hours since installation without a backup" },
  replica_lag_seconds_warn: { value: 60, meaning: "Seconds by which the replica is behind" },
  age_hours_warn: { value: 26, meaning: "Hours since the last backup; backups are daily" },
};

export const backupCheck = defineCheck({
  name: "backup",
  slot: 9,
  title: "Backups",
  about: "Backups and restore drills.",
  evidence: null,
  thresholds: BACKUP_THRESHOLDS,
  runbook: {
    means:
      "Bad: the last restore drill failed, so a restore may fail too. Warn: no recent backup, or the replica is behind.",
    steps: [
      "`salute backup run` makes a backup now, or reports the reason it cannot.",
      "`salute backup verify FILE` and `salute jobs run restore_drill` prove existing backups.",
      "Replica: `salute doctor` shows Litestream's last error; check its credentials and its store.",
    ],
  },
  look: (parts: BackupCheckParts, thresholds, now) =>
    checkBackup(readBackupFacts(parts, now), now, thresholds),
});

export function readBackupFacts({ backups, live, replica }: BackupCheckParts, now: number): BackupFacts {
  return {
    lastOkAt: backups.newestAt(),
    installedAt: madeAt(live.read),
    replica: replica(now),
    drill: readDrill(live.read),
  };
}
