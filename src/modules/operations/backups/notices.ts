import { HOUR_MS } from "../../../kit/clock.ts";
import type { Thresholds } from "../../platform/checks/index.ts";
import { type Notice, singleNotice } from "../../platform/notices/index.ts";
import { BACKUP_THRESHOLDS, type BackupFacts, isFollowing } from "./check.ts";

const PATH = "/admin/backups";
/** A restore is tried every day. */
const PROOF_HOURS = 7 * 24;

/** What keeps the newest state from being restored: no backup, an old or an unproved one, a replica that is behind. */
export function backupNotices(facts: BackupFacts, now: number, limits: Thresholds = {}): Notice[] {
  const { lastOkAt, replica } = facts;
  const limit = (name: keyof typeof BACKUP_THRESHOLDS) => limits[name] ?? BACKUP_THRESHOLDS[name].value;
  const isOld = lastOkAt !== null && now - lastOkAt > limit("age_hours_warn") * HOUR_MS;
  return [
    ...(lastOkAt === null ? [backupNotice("backup_none", "There is no backup")] : []),
    ...(isOld ? [backupNotice("backup_old", "The newest backup is old", lastOkAt)] : []),
    ...proofNotices(facts, now),
    ...(replica !== null && !isFollowing(replica, limit("replica_lag_seconds_warn"))
      ? [backupNotice("replica_lag", `The replica is behind: ${replica.fault ?? lagOf(replica.lagSeconds)}`)]
      : []),
  ];
}

function proofNotices({ lastOkAt, drill, replica }: BackupFacts, now: number): Notice[] {
  if (drill?.ok === false)
    return [
      {
        ...backupNotice("drill_failed", "The last restore drill failed", Date.parse(drill.at)),
        status: "bad",
      },
    ];
  if (drill === null)
    return lastOkAt === null && replica === null
      ? []
      : [backupNotice("backup_unproved", "No restore has been tried yet")];
  const at = Date.parse(drill.at);
  return now - at > PROOF_HOURS * HOUR_MS
    ? [backupNotice("backup_unproved", "No restore has been tried for a week", at)]
    : [];
}

function backupNotice(id: string, title: string, oldestAt: number | null = null): Notice {
  return singleNotice({ id, status: "warn", title, path: PATH }, oldestAt);
}

function lagOf(seconds: number | null): string {
  return seconds === null ? "not synchronised yet" : `${seconds.toLocaleString("en")} s`;
}
