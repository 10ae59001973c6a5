import { sqliteVersion } from "../../../../db/connection.ts";
import { HOUR_MS, isoUtc } from "../../../../kit/clock.ts";
import { VERSION } from "../../../../kit/process/version.ts";
import { placeOfKind } from "../../signed-log/index.ts";
import type { Control } from "../control.ts";
import type { TrustSource } from "../source.ts";

const SYSTEM_STATUS = "/api/public/system-status";

/** Restore drills run every night; two consecutive ones may be missed. */
const DRILL_STALE_HOURS = 50;

/** Outcome and age of the last restore drill. */
export function backupDrill({ facts, log }: TrustSource, now: number): Control {
  const drill = facts.drill();
  const shared = {
    id: "backup_drill",
    title: "A restore drill runs every night",
    evidence: SYSTEM_STATUS,
    checkedAt: drill?.at ?? null,
    log: drill === null ? null : placeOfKind(log, "restore_drill"),
  };
  if (drill === null) return { ...shared, status: "unknown", summary: "No restore drill has run yet." };
  if (!drill.isOk)
    return { ...shared, status: "bad", summary: `The last restore drill of a ${drill.source} failed.` };
  const staleAt = drill.at + DRILL_STALE_HOURS * HOUR_MS;
  const isStale = now > staleAt;
  return {
    ...shared,
    ...(isStale ? { statusSince: staleAt } : {}),
    status: isStale ? "warn" : "ok",
    summary: `A ${drill.source} was restored and verified in ${drill.recoverySeconds} s${isStale ? ", but too long ago" : ""}.`,
  };
}

/** Status of webhook deliveries. */
export async function deliveries({ facts, log }: TrustSource): Promise<Control> {
  const found = await facts.deliveries();
  return {
    id: "deliveries",
    title: "Webhooks are delivered on time",
    status: found?.status ?? "unknown",
    summary: found?.message ?? "Deliveries have not been checked yet.",
    evidence: SYSTEM_STATUS,
    checkedAt: found?.at ?? null,
    log: found === null ? null : placeOfKind(log, "status_snapshot"),
  };
}

/** Whether an incident is open. */
export function openIncidents({ facts, log }: TrustSource): Control {
  const found = facts.incident();
  const open = found?.open ?? null;
  return {
    id: "open_incidents",
    title: "No incident is open",
    status: found === null ? "unknown" : (open?.severity ?? "ok"),
    summary:
      found === null
        ? "The service has not been checked yet."
        : open === null
          ? "No incident is open."
          : `An incident has been open since ${isoUtc(open.since)}.`,
    evidence: "/api/public/system-status/incidents",
    checkedAt: found?.at ?? null,
    log: found === null ? null : placeOfKind(log, "status_snapshot"),
  };
}

/** Earlier versions can corrupt a database if several connections reset its write-ahead log at once. */
const FIRST_SAFE_SQLITE = "3.51.3";

/** Versions of the software, and whether they have known data-corruption bugs. */
export function software({ facts, startedAt }: TrustSource): Control {
  const sqlite = sqliteVersion();
  const litestream = facts.litestream();
  const isSafe = Bun.semver.order(sqlite, FIRST_SAFE_SQLITE) >= 0;
  const replication =
    litestream === null
      ? "no Litestream (no replica is configured)"
      : `Litestream ${litestream.version ?? "(not running)"}`;
  return {
    id: "software",
    title: "The software has no known data-corruption bug",
    status: isSafe ? (litestream?.version === null ? "warn" : "ok") : "bad",
    summary: `salute ${VERSION}, SQLite ${sqlite}, ${replication}.${isSafe ? "" : ` SQLite before ${FIRST_SAFE_SQLITE} can corrupt databases.`}`,
    evidence: SYSTEM_STATUS,
    checkedAt: startedAt,
    log: null,
  };
}
