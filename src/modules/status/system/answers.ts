import type { Sql } from "../../../db/sql.ts";
import { Cacheable } from "../../../http/answer.ts";
import type { Mounted } from "../../../http/mounted.ts";
import { HOUR_MS, SECOND_MS } from "../../../kit/clock.ts";
import { Recent } from "../../../kit/recent.ts";
import { newestUpdateId } from "../incidents/index.ts";
import { readTallies } from "./read.ts";
import { listShownIncidents } from "./shown-incidents.ts";
import { findLatestSnapshot, listLatestSnapshots } from "./store.ts";
import { REPORT_SECONDS, type Report, type SystemStatus } from "./system-status.ts";
import { incidentView, reportView, trendView, uptimeView } from "./view.ts";

/** What the status operations stand on. */
export interface StatusSource {
  status: SystemStatus;
  /** live.db, where snapshots are. */
  sql: Sql;
  mounted: Mounted;
  chainMode: "demo" | "rpc" | null;
  /** When this installation was made, in Unix milliseconds. */
  installedAt: number;
  /** When this process began: what the build and its policy decide is as old as that. */
  startedAt: number;
}

/** Answers from history stand for so long: a snapshot comes once a minute. */
export const HISTORY_SECONDS = 10;

/** The answers of the status operations, each made once for all who ask within some seconds. */
export class StatusAnswers {
  readonly #trends = new Recent<number, Cacheable>(HISTORY_SECONDS * SECOND_MS);
  readonly #uptimes = new Recent<number, Cacheable>(HISTORY_SECONDS * SECOND_MS);
  readonly #incidents = new Recent<string, Cacheable>(HISTORY_SECONDS * SECOND_MS);
  readonly #views = new WeakMap<Report, Cacheable>();

  constructor(readonly source: StatusSource) {}

  async report(): Promise<Cacheable> {
    const report = await this.source.status.current();
    const known = this.#views.get(report);
    if (known !== undefined) return known;
    const { sql, mounted, chainMode, status } = this.source;
    const view = reportView(report, {
      pathOrNull: (path) => mounted.pathOrNull(path),
      policyVersion: status.policy.version,
      checks: status.checks,
      lastSnapshotAt: findLatestSnapshot(sql)?.taken_at ?? null,
      chainMode,
    });
    const made = new Cacheable(view, report.at, REPORT_SECONDS);
    this.#views.set(report, made);
    return made;
  }

  trend(limit: number, now: number): Cacheable {
    return this.#trends.get(limit, now, () => {
      const rows = listLatestSnapshots(this.source.sql, limit);
      return new Cacheable(
        trendView(rows, limit),
        rows[0]?.taken_at ?? this.source.startedAt,
        HISTORY_SECONDS,
      );
    });
  }

  uptime(hours: number, now: number): Cacheable {
    return this.#uptimes.get(hours, now, () => {
      const tallies = readTallies(
        { sql: this.source.sql, checks: this.source.status.checks },
        now - hours * HOUR_MS,
        now,
      );
      return new Cacheable(uptimeView(tallies, hours, now), now, HISTORY_SECONDS);
    });
  }

  incidents(hours: number, limit: number, now: number): Cacheable {
    return this.#incidents.get(`${hours} ${limit} ${newestUpdateId(this.source.sql)}`, now, () => {
      const incidents = listShownIncidents(this.source.sql, now - hours * HOUR_MS, limit);
      const shown = incidents.map((incident) => incidentView(incident, now));
      const body = { hours, limit, count: shown.length, incidents: shown };
      return new Cacheable(body, now, HISTORY_SECONDS);
    });
  }
}
