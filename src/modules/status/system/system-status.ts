import { type Clock, SECOND_MS } from "../../../kit/clock.ts";
import { describeError, type Logger } from "../../../kit/process/log.ts";
import { Recent } from "../../../kit/recent.ts";
import { type CheckOutcome, type Level, type Thresholds, worstOf } from "../../platform/checks/index.ts";
import type { MaintenanceWindow } from "../maintenance/index.ts";
import { type CheckInfo, CheckSet } from "./check-set.ts";
import type { Policy } from "./policy.ts";
import type { State } from "./rules.ts";

/** A check bound to the services it needs. */
export interface BoundCheck extends CheckInfo {
  look: (thresholds: Thresholds, now: number) => CheckOutcome | Promise<CheckOutcome>;
}

/** Result of a check, as in answers. */
export interface CheckResult extends CheckOutcome {
  thresholds: Thresholds;
  /** Path of the check's evidence; null without one. */
  evidence_url: string | null;
}

/** Result of a check, and whether it is under maintenance. */
export interface ReportedCheck extends CheckResult {
  in_maintenance: boolean;
}

/** Results of all checks at one time. */
export interface Report {
  /** Unix milliseconds. */
  at: number;
  /** The worst state of all checks not under maintenance. */
  overall: Level;
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
  /** Returns the maintenance windows that end after a time. */
  maintenanceAfter: (now: number) => readonly MaintenanceWindow[];
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

  /** Current report, at most 5 s old and always with the latest maintenance. */
  current(): Promise<Report> {
    const now = this.parts.clock.now();
    const announced = this.#maintenance(now).map(({ id, updated_at, starts_at }) => [
      id,
      updated_at,
      starts_at <= now,
    ]);
    return this.#recent.get("report", { now, mark: JSON.stringify(announced) }, () => this.look());
  }

  /** Runs every check. Never throws: a check that throws is bad. */
  async look(): Promise<Report> {
    const at = this.parts.clock.now();
    const maintenance = this.#maintenance(at);
    const active = maintenance.filter((each) => each.starts_at <= at);
    const inOrder = [...this.parts.checks].sort((a, b) => a.slot - b.slot);
    const results = await Promise.all(inOrder.map((check) => this.#run(check, at)));
    const checks = new Map<string, ReportedCheck>();
    for (const [index, { name }] of inOrder.entries()) {
      const result = results[index];
      if (result === undefined) continue;
      checks.set(name, { ...result, in_maintenance: active.some((window) => covers(window, name)) });
    }
    const judged = [...checks]
      .filter(([name, each]) => this.#counts(each) && this.degrades(name))
      .map(([, each]) => each);
    return {
      at,
      overall: worstOf(judged.map(({ status }) => status)),
      inMaintenance: active.some((window) => window.checks.length === 0),
      checks,
      maintenance,
    };
  }

  /** State that a check's time counts as. */
  stateOf(check: ReportedCheck): State {
    return this.#counts(check) ? check.status : "maintenance";
  }

  /** State that each check's time counts as. */
  statesOf({ checks }: Report): Map<string, State> {
    return new Map([...checks].map(([name, check]) => [name, this.stateOf(check)]));
  }

  /** Whether the check counts for overall. */
  degrades(name: string): boolean {
    return this.policy.auditAnomaliesWarnDegrades || this.checks.find(name)?.isAdvisory !== true;
  }

  #counts({ in_maintenance }: ReportedCheck): boolean {
    return !(in_maintenance && this.policy.excludesMaintenance);
  }

  #maintenance(now: number): readonly MaintenanceWindow[] {
    try {
      return this.parts.maintenanceAfter(now);
    } catch (error) {
      this.parts.log.error("maintenance could not be read", { error: describeError(error) });
      return [];
    }
  }

  async #run({ name, evidence, look }: BoundCheck, now: number): Promise<CheckResult> {
    const thresholds = { ...this.policy.checks[name] };
    const evidence_url = evidence;
    try {
      return { ...(await look(thresholds, now)), thresholds, evidence_url };
    } catch (error) {
      this.parts.log.error("a check failed", { check: name, error: describeError(error) });
      return {
        status: "bad",
        message: "The check could not run.",
        observed: {},
        thresholds,
        evidence_url,
      };
    }
  }
}

function covers({ checks }: MaintenanceWindow, name: string): boolean {
  return checks.length === 0 || checks.includes(name);
}
