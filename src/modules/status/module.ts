import type { ChainReader } from "../../chain/chain-reader.ts";
import { madeAt } from "../../db/migrate.ts";
import type { Mounted } from "../../http/mounted.ts";
import { DAY_MS } from "../../kit/clock.ts";
import type { Module } from "../module.ts";
import { maintenancePages } from "./maintenance/index.ts";
import {
  type HourLatency,
  interopRoutes,
  purgeStatus,
  type SnapshotParts,
  type StatusSource,
  statusPageRoutes,
  statusRoutes,
  statusSnapshot,
} from "./system/index.ts";

export interface StatusParts extends SnapshotParts {
  chain: ChainReader | null;
  startedAt: number;
  /** Latency of each of the last 24 hours over all keys, oldest first. */
  latencyByHour: (mounted: Mounted, now: number) => HourLatency[];
}

/** A year of status can be looked at, and the days around it. */
const STATUS_DAYS = 400;

/** How the service does: checks, uptime, incidents, maintenance. */
export const status: Module<StatusParts> = {
  name: "status",
  operations: ({ live, status: system, chain, startedAt, latencyByHour }, { site, mounted }) => {
    const source: StatusSource = {
      status: system,
      sql: live.read,
      mounted,
      chainMode: chain?.mode ?? null,
      installedAt: madeAt(live.read),
      startedAt,
    };
    return [
      ...statusRoutes(source),
      ...interopRoutes(source),
      ...statusPageRoutes(site, { status: system, sql: live.read }, (now) => latencyByHour(mounted, now)),
      ...maintenancePages({ site, live, checks: system.checks.names }),
    ];
  },
  jobs: [statusSnapshot],
  retention: [
    {
      rows: "status snapshots",
      purge: (_, now) => (tx, chunk) => purgeStatus(tx, now - STATUS_DAYS * DAY_MS, chunk),
    },
  ],
  navigation: [{ path: "/admin/maintenance", label: "Maintenance", order: 70 }],
  groups: [{ name: "status", order: 90, description: "How the service does, for everybody." }],
};
