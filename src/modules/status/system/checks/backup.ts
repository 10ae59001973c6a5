import { HOUR_MS, isoUtcOrNull } from "../../../../kit/clock.ts";
import type { Finding } from "../check.ts";
import type { Thresholds } from "../policy.ts";

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
  thresholds: Thresholds<"backup">,
): Finding {
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
