import type { Sql } from "../../../db/sql.ts";
import { type Clock, SECOND_MS } from "../../../kit/clock.ts";
import { describeError, type Logger } from "../../../kit/process/log.ts";
import { Recent } from "../../../kit/recent.ts";
import { type CheckOutcome, type Level, pickWorst, type Thresholds } from "../../platform/checks/index.ts";
import { listAnnounced, type OperatorIncident } from "../incidents/index.ts";
import { listMaintenance, type MaintenanceWindow } from "../maintenance/index.ts";
import { type CheckInfo, CheckSet } from "./check-set.ts";
import type { Policy } from "./policy.ts";
import type { ShownState, State } from "./rules.ts";
import { snapshotMark } from "./store.ts";

/** A check bound to the services it needs. */
export interface BoundCheck extends CheckInfo {
  look: (thresholds: Thresholds, now: number) => CheckOutcome | Promise<CheckOutcome>;
}

/** Result of a check, as in answers. */
export interface CheckResult extends Omit<CheckOutcome, "hasData"> {
  /** False if nothing was measured or expected: `ok` is then no result. */
  has_data: boolean;
  thresholds: Thresholds;
  /** Path of the check's evidence; null without one. */
  evidence_url: string | null;
}

/** Result of a check, with what operators say about it. */
export interface ReportedCheck extends CheckResult {
  /** What the check itself found; `status` is at least the severity of its open incidents. */
  measured_status: Level;
  in_maintenance: boolean;
  /** Open public incidents of operators that name the check. */
  incident_ids: readonly number[];
}

/** An open public incident of operators. */
export type AnnouncedIncident = Pick<OperatorIncident, "id" | "severity" | "checks">;

/** Results of all checks at one time. */
export interface Report {
  /** Unix milliseconds. */
  at: number;
  /** The worst state of all checks not under maintenance, and at least the severity of announced incidents. */
  overall: Level;
  /** The same by the checks' own results, without announced incidents. */
  measuredOverall: Level;
  /** Announced incidents, newest first. */
  announced: readonly AnnouncedIncident[];
  /** Whether maintenance covers the whole service. */
  inMaintenance: boolean;
  checks: ReadonlyMap<string, ReportedCheck>;
  /** Maintenance in progress and scheduled, by start. */
  maintenance: readonly MaintenanceWindow[];
}

/** Cache time of a report. */
export const REPORT_SECONDS = 5;

export interface SystemStatusParts {
  policy: Policy;
  checks: readonly BoundCheck[];
  /** Reads live.db, which holds maintenance, incidents and snapshots. */
  sql: Sql;
  clock: Clock;
  log: Logger;
}

/** Runs the checks, by the policy, with maintenance taken into account. */
export class SystemStatus {
  readonly #recent = new Recent<"report", Promise<Report>>(REPORT_SECONDS * SECOND_MS);

  readonly checks: CheckSet;

  constructor(private readonly parts: SystemStatusParts) {
    this.checks = new CheckSet(parts.checks);
  }

  get policy(): Policy {
    return this.parts.policy;
  }

  /** Further reports use this policy. */
  usePolicy(policy: Policy): void {
    this.parts.policy = policy;
  }

  /** Current report: at most 5 s old, no older than the newest snapshot, with the latest maintenance and incidents. */
  current(): Promise<Report> {
    const now = this.parts.clock.now();
    const mark = JSON.stringify([
      this.#read("the newest snapshot", () => snapshotMark(this.parts.sql), ""),
      this.#announced().map(({ id, severity, checks }) => [id, severity, checks]),
      this.#maintenance(now).map(({ id, updated_at, starts_at }) => [id, updated_at, starts_at <= now]),
    ]);
    return this.#recent.get("report", { now, mark }, () => this.look());
  }

  /** Runs every check. Never throws: a check that throws is bad. */
  async look(): Promise<Report> {
    const at = this.parts.clock.now();
    const maintenance = this.#maintenance(at);
    const active = maintenance.filter((each) => each.starts_at <= at);
    const announced = this.#announced();
    const inOrder = [...this.parts.checks].sort((a, b) => a.slot - b.slot);
    const results = await Promise.all(inOrder.map((check) => this.#run(check, at)));
    const checks = new Map<string, ReportedCheck>();
    for (const [index, { name }] of inOrder.entries()) {
      const result = results[index];
      if (result === undefined) continue;
      const reported = withIncidents(
        result,
        announced.filter((each) => each.checks.includes(name)),
      );
      checks.set(name, { ...reported, in_maintenance: active.some((window) => covers(window, name)) });
    }
    const judged = [...checks]
      .filter(([name, each]) => this.isExpected(each) && this.degrades(name))
      .map(([, each]) => each.measured_status);
    const measuredOverall = pickWorst(judged);
    return {
      at,
      overall: pickWorst([measuredOverall, ...announced.map(({ severity }) => severity)]),
      measuredOverall,
      announced,
      inMaintenance: active.some((window) => window.checks.length === 0),
      checks,
      maintenance,
    };
  }

  /** State of a check: an announced incident counts during maintenance, too. */
  toState(check: ReportedCheck): ShownState {
    return check.incident_ids.length === 0 ? this.toMeasuredState(check) : judgeCheck(check);
  }

  /** The same without announced incidents. */
  toMeasuredState(check: ReportedCheck): ShownState {
    if (!this.isExpected(check)) return "maintenance";
    return judgeCheck({ ...check, status: check.measured_status });
  }

  /** State of the service. */
  toOverallState(report: Report): State {
    return report.announced.length === 0 ? this.toMeasuredOverall(report) : report.overall;
  }

  /** The same without announced incidents. */
  toMeasuredOverall({ inMaintenance, measuredOverall }: Report): State {
    return inMaintenance && this.policy.excludesMaintenance ? "maintenance" : measuredOverall;
  }

  /** State of each check. */
  toStates({ checks }: Report): Map<string, ShownState> {
    return new Map([...checks].map(([name, check]) => [name, this.toState(check)]));
  }

  /** Whether the check counts for overall. */
  degrades(name: string): boolean {
    return this.policy.auditAnomaliesWarnDegrades || this.checks.find(name)?.isAdvisory !== true;
  }

  /** Whether the check should be ok: it is not under maintenance, or the policy counts maintenance. */
  isExpected({ in_maintenance }: ReportedCheck): boolean {
    return !(in_maintenance && this.policy.excludesMaintenance);
  }

  #maintenance(now: number): readonly MaintenanceWindow[] {
    return this.#read("maintenance", () => listMaintenance(this.parts.sql, now), []);
  }

  #announced(): readonly AnnouncedIncident[] {
    return this.#read("incidents", () => listAnnounced(this.parts.sql), []);
  }

  /** The checks report a database that cannot be read; the rest of the report does without it. */
  #read<Value>(what: string, read: () => Value, otherwise: Value): Value {
    try {
      return read();
    } catch (error) {
      this.parts.log.error("the status is incomplete", { what, error: describeError(error) });
      return otherwise;
    }
  }

  async #run({ name, evidence, look }: BoundCheck, now: number): Promise<CheckResult> {
    const thresholds = { ...this.policy.checks[name] };
    const evidence_url = evidence;
    try {
      const { hasData = true, ...outcome } = await look(thresholds, now);
      return { ...outcome, has_data: hasData, thresholds, evidence_url };
    } catch (error) {
      this.parts.log.error("a check failed", { check: name, error: describeError(error) });
      return {
        status: "bad",
        message: "The check could not run.",
        observed: {},
        has_data: true,
        thresholds,
        evidence_url,
      };
    }
  }
}

/** The status; unknown instead of an ok without data. */
export function judgeCheck({
  status,
  has_data,
}: Pick<ReportedCheck, "status" | "has_data">): Level | "unknown" {
  return status === "ok" && !has_data ? "unknown" : status;
}

/** The message names incidents by id: it is logged for ever, while their texts can be withdrawn. */
function withIncidents(
  result: CheckResult,
  incidents: readonly AnnouncedIncident[],
): Omit<ReportedCheck, "in_maintenance"> {
  const ids = incidents.map(({ id }) => id);
  const announced = ids.map((id) => `Incident ${id} is open. `).join("");
  return {
    ...result,
    status: pickWorst([result.status, ...incidents.map(({ severity }) => severity)]),
    message: `${announced}${result.message}`,
    measured_status: result.status,
    incident_ids: ids,
  };
}

function covers({ checks }: MaintenanceWindow, name: string): boolean {
  return checks.length === 0 || checks.includes(name);
}
