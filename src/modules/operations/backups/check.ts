import type { Database } from "../../../db/database.ts";
import { madeAt } from "../../../db/migrate.ts";
import { HOUR_MS, isoUtcOrNull } from "../../../kit/clock.ts";
import { type CheckOutcome, defineCheck, type Thresholds } from "../../platform/checks/index.ts";
import type { BackupDesk } from "./backup-desk.ts";
import { readDrill } from "./drill.ts";

export interface BackupFacts {
  /** When the last backup was taken and found whole; null before the first. Unix milliseconds. */
  lastOkAt: number | null;
  /** When this data directory was made. */
  installedAt: number;
  /** Null where no replica is configured. */
  replica: ReplicaFacts | null;
  /** The last restore drill; null before the first. */
  drill: DrillFacts | null;
}

export interface DrillFacts {
  at: string;
  ok: boolean;
  rpo_seconds: number | null;
  rto_seconds: number;
}

export interface ReplicaFacts {
  /** What is wrong with Litestream; null where it answers. */
  fault: string | null;
  /** Null before it was first in sync. */
  lagSeconds: number | null;
  /** The last transaction of live.db that it took up. */
  lastTxid: number | null;
}

/** Whether there is something to restore from. */
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
    return { status: "warn", message: "The replica does not follow.", observed };
  if (lastOkAt !== null && now - lastOkAt <= thresholds.age_hours_warn * HOUR_MS)
    return { status: "ok", message: "The last backup is whole.", observed };
  if (lastOkAt !== null)
    return { status: "warn", message: "The last backup is older than it may be.", observed };
  const hours = (now - installedAt) / HOUR_MS;
  if (hours < thresholds.first_after_hours_warn)
    return { status: "ok", message: "No backup has been taken yet: the service is new.", observed };
  return { status: "warn", message: "No backup has been taken.", observed };
}

function isFollowing({ fault, lagSeconds }: ReplicaFacts, limit: number): boolean {
  return fault === null && lagSeconds !== null && lagSeconds <= limit;
}

interface BackupCheckParts {
  backups: BackupDesk;
  live: Database;
  /** How the replica follows; null where none is configured. */
  replica: (now: number) => ReplicaFacts | null;
}

export const backupCheck = defineCheck({
  name: "backup",
  slot: 9,
  title: "Backups",
  evidence: null,
  thresholds: {
    first_after_hours_warn: { value: 24, meaning: "Hours after the installation without any backup" },
    replica_lag_seconds_warn: { value: 60, meaning: "Seconds that the replica may be behind" },
    age_hours_warn: { value: 26, meaning: "Hours since the last backup: one is made each day" },
  },
  runbook: {
    means:
      "Bad: the last restore drill failed, so a restore may fail, too. Warn: no recent backup, or the replica does not follow.",
    steps: [
      "`salute backup run` makes one now, and says why it cannot.",
      "`salute backup verify FILE`, and `salute jobs run restore_drill`, prove what is there.",
      "The replica: `salute doctor` says what Litestream said last; look at its credentials and its store.",
    ],
  },
  look: ({ backups, live, replica }: BackupCheckParts, thresholds, now) =>
    checkBackup(
      {
        lastOkAt: backups.newestAt(),
        installedAt: madeAt(live.read),
        replica: replica(now),
        drill: readDrill(live.read),
      },
      now,
      thresholds,
    ),
});
