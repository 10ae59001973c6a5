import type { Sql } from "../../../db/sql.ts";
import { Cacheable } from "../../../http/answers/answer.ts";
import type { Mounted } from "../../../http/mounted.ts";
import { HOUR_MS, SECOND_MS } from "../../../kit/clock.ts";
import { Recent } from "../../../kit/recent.ts";
import { newestUpdateId } from "../incidents/index.ts";
import { listShownIncidents } from "./incidents/shown-incidents.ts";
import { readTallies } from "./read.ts";
import { computeUptime, measuredSeconds, noTime } from "./rules.ts";
import { OVERALL } from "./snapshots/take-snapshot.ts";
import { findLatestSnapshot, listLatestSnapshots, snapshotMark } from "./store.ts";
import { REPORT_SECONDS, type Report, type SystemStatus } from "./system-status.ts";
import { incidentView, reportView, trendView, uptimeView } from "./view.ts";

/** Sources of the status operations. */
export interface StatusSource {
  status: SystemStatus;
  /** Reads live.db, which holds the snapshots. */
  sql: Sql;
  mounted: Mounted;
  /** Name of the installation, as its brand has it. */
  brandName: () => string;
  chainMode: "demo" | "rpc" | null;
  /** Creation time of this installation, in Unix milliseconds. */
  installedAt: number;
  /** Start time of this process, the modification time of answers that depend only on build and policy. */
  startedAt: number;
}

/** Cache time of answers from history; snapshots are taken once a minute. */
export const HISTORY_SECONDS = 10;

/** Version mark of snapshots and operators' edits of incidents. */
export function historyMark(sql: Sql): string {
  return `${snapshotMark(sql)} ${newestUpdateId(sql)}`;
}

/** Answers of the status operations, cached for some seconds. */
export class StatusAnswers {
  readonly #trends = new Recent<number, Cacheable>(HISTORY_SECONDS * SECOND_MS);
  readonly #uptimes = new Recent<number, Cacheable>(HISTORY_SECONDS * SECOND_MS);
  readonly #incidents = new Recent<string, Cacheable>(HISTORY_SECONDS * SECOND_MS);
  readonly #views = new WeakMap<Report, { made: Cacheable; lastSnapshotAt: number | null }>();

  constructor(readonly source: StatusSource) {}

  async report(): Promise<Cacheable> {
    const report = await this.source.status.current();
    const known = this.#views.get(report);
    const lastSnapshotAt = findLatestSnapshot(this.source.sql)?.taken_at ?? null;
    if (known !== undefined && known.lastSnapshotAt === lastSnapshotAt) return known.made;
    const { mounted, chainMode, status } = this.source;
    const view = reportView(report, {
      pathOrNull: (path) => mounted.pathOrNull(path),
      policyVersion: status.policy.version,
      checks: status.checks,
      lastSnapshotAt,
      chainMode,
    });
    const made = new Cacheable(view, report.at, REPORT_SECONDS);
    this.#views.set(report, { made, lastSnapshotAt });
    return made;
  }

  trend(limit: number, now: number): Cacheable {
    const { sql, startedAt } = this.source;
    const make = () => {
      const rows = listLatestSnapshots(sql, limit);
      return new Cacheable(trendView(rows, limit), rows[0]?.taken_at ?? startedAt, HISTORY_SECONDS);
    };
    return this.#trends.get(limit, { now, mark: snapshotMark(sql) }, make);
  }

  uptime(hours: number, now: number): Cacheable {
    const { sql, status } = this.source;
    const make = () => {
      const tallies = readTallies({ sql, checks: status.checks }, { from: now - hours * HOUR_MS, now });
      return new Cacheable(uptimeView(tallies, hours, now), now, HISTORY_SECONDS);
    };
    return this.#uptimes.get(hours, { now, mark: historyMark(sql) }, make);
  }

  incidents(hours: number, limit: number, now: number): Cacheable {
    const { sql, status } = this.source;
    const make = () => {
      const from = now - hours * HOUR_MS;
      const shown = listShownIncidents(sql, { from, limit }).map((incident) => incidentView(incident, now));
      const tallies = readTallies({ sql, checks: status.checks }, { from, now, subjects: [OVERALL] });
      const measured = computeUptime(tallies.get(OVERALL) ?? noTime(), hours * HOUR_MS);
      const { coverage } = measured;
      const measured_seconds = measuredSeconds(measured);
      const body = { hours, limit, count: shown.length, coverage, measured_seconds, incidents: shown };
      return new Cacheable(body, now, HISTORY_SECONDS);
    };
    return this.#incidents.get(`${hours} ${limit}`, { now, mark: historyMark(sql) }, make);
  }
}
