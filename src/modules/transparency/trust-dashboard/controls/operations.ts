import { sqliteVersion } from "../../../../db/database.ts";
import { HOUR_MS, isoUtc } from "../../../../kit/clock.ts";
import { VERSION } from "../../../../kit/process/version.ts";
import { placeOfKind } from "../../signed-log/index.ts";
import type { Control } from "../control.ts";
import type { TrustSource } from "../source.ts";

const SYSTEM_STATUS = "/api/public/system-status";

/** Restores are rehearsed every night: two in a row may be missed. */
const DRILL_STALE_HOURS = 50;

/** Whether a backup was restored and proved lately. */
export function backupDrill({ facts, log }: TrustSource, now: number): Control {
  const drill = facts.drill();
  const shared = {
    id: "backup_drill",
    title: "A restore is rehearsed every night",
    evidence: SYSTEM_STATUS,
    checkedAt: drill?.at ?? null,
    log: drill === null ? null : placeOfKind(log, "restore_drill"),
  };
  if (drill === null) return { ...shared, status: "unknown", summary: "No restore was rehearsed yet." };
  if (!drill.isOk)
    return { ...shared, status: "bad", summary: `The last restore of a ${drill.source} did not hold.` };
  const staleAt = drill.at + DRILL_STALE_HOURS * HOUR_MS;
  const isStale = now > staleAt;
  return {
    ...shared,
    ...(isStale ? { standsSince: staleAt } : {}),
    status: isStale ? "warn" : "ok",
    summary: `A ${drill.source} was restored and proved in ${drill.recoverySeconds} s${isStale ? ", too long ago" : ""}.`,
  };
}

/** Whether webhooks are delivered in time. */
export async function deliveries({ facts, log }: TrustSource): Promise<Control> {
  const found = await facts.deliveries();
  return {
    id: "deliveries",
    title: "Partners are notified in time",
    status: found?.status ?? "unknown",
    summary: found?.message ?? "Deliveries were not looked at yet.",
    evidence: SYSTEM_STATUS,
    checkedAt: found?.at ?? null,
    log: found === null ? null : placeOfKind(log, "status_snapshot"),
  };
}

/** Whether an incident is in progress. */
export function openIncidents({ facts, log }: TrustSource): Control {
  const found = facts.incident();
  const open = found?.open ?? null;
  return {
    id: "open_incidents",
    title: "No incident is open",
    status: found === null ? "unknown" : (open?.severity ?? "ok"),
    summary:
      found === null
        ? "The service was not looked at yet."
        : open === null
          ? "No incident is open."
          : `An incident is open since ${isoUtc(open.since)}.`,
    evidence: "/api/public/system-status/incidents",
    checkedAt: found?.at ?? null,
    log: found === null ? null : placeOfKind(log, "status_snapshot"),
  };
}

/** Older ones can damage a file whose write-ahead log several connections reset at once. */
const FIRST_SAFE_SQLITE = "3.51.3";

/** Which software answers, and whether it is known to be safe. */
export function software({ facts, startedAt }: TrustSource): Control {
  const sqlite = sqliteVersion();
  const litestream = facts.litestream();
  const isSafe = Bun.semver.order(sqlite, FIRST_SAFE_SQLITE) >= 0;
  const replication =
    litestream === null
      ? "no Litestream, since no replica is configured"
      : `Litestream ${litestream.version ?? "that does not run now"}`;
  return {
    id: "software",
    title: "The software has no known fault that endangers data",
    status: isSafe ? (litestream?.version === null ? "warn" : "ok") : "bad",
    summary: `salute ${VERSION}, SQLite ${sqlite}, ${replication}.${isSafe ? "" : ` SQLite before ${FIRST_SAFE_SQLITE} can damage its files.`}`,
    evidence: SYSTEM_STATUS,
    checkedAt: startedAt,
    log: null,
  };
}
