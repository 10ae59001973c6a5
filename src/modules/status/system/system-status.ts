import { type Clock, SECOND_MS } from "../../../kit/clock.ts";
import { describeError, type Logger } from "../../../kit/process/log.ts";
import { Recent } from "../../../kit/recent.ts";
import { type CheckOutcome, type Level, type Thresholds, worstOf } from "../../platform/checks/index.ts";
import type { MaintenanceWindow } from "../maintenance/index.ts";
import { type CheckInfo, CheckSet } from "./check-set.ts";
import type { Policy } from "./policy.ts";
import type { State } from "./rules.ts";

/** A check of the build with the services that it needs. */
export interface BoundCheck extends CheckInfo {
  look: (thresholds: Thresholds, now: number) => CheckOutcome | Promise<CheckOutcome>;
}

/** What one check found, as answers show it. */
export interface CheckResult extends CheckOutcome {
  thresholds: Thresholds;
  /** A path of this build that shows what the check looked at; null where there is none. */
  evidence_url: string | null;
}

/** What a check found, and whether it is under maintenance now. */
export interface ReportedCheck extends CheckResult {
  in_maintenance: boolean;
}

/** What all checks found at one moment. */
export interface Report {
  /** Unix milliseconds. */
  at: number;
  /** The worst of the checks, maintenance aside. */
  overall: Level;
  /** Whether maintenance covers the whole service. */
  inMaintenance: boolean;
  checks: ReadonlyMap<string, ReportedCheck>;
  /** Maintenance under way and to come, in the order of its beginning. */
  maintenance: readonly MaintenanceWindow[];
}

/** However often it is asked, checks look once in this time. */
export const REPORT_SECONDS = 5;

/** Runs the checks, by the policy, with maintenance taken into account. */
export class SystemStatus {
  readonly #recent = new Recent<"report", Promise<Report>>(REPORT_SECONDS * SECOND_MS);

  readonly checks: CheckSet;

  constructor(
    readonly policy: Policy,
    private readonly bound: readonly BoundCheck[],
    /** Windows that end after a time. */
    private readonly maintenanceAfter: (now: number) => readonly MaintenanceWindow[],
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {
    this.checks = new CheckSet(bound);
  }

  /** How the service does now, from a look that is at most 5 s old and knows the maintenance announced. */
  current(): Promise<Report> {
    const now = this.clock.now();
    const announced = this.#maintenance(now).map(({ id, updated_at, starts_at }) => [
      id,
      updated_at,
      starts_at <= now,
    ]);
    return this.#recent.get("report", now, () => this.look(), JSON.stringify(announced));
  }

  /** Looks anew. Never throws: a check that does is bad. */
  async look(): Promise<Report> {
    const at = this.clock.now();
    const maintenance = this.#maintenance(at);
    const active = maintenance.filter((each) => each.starts_at <= at);
    const inOrder = [...this.bound].sort((a, b) => a.slot - b.slot);
    const results = await Promise.all(inOrder.map((check) => this.#run(check, at)));
    const checks = new Map<string, ReportedCheck>();
    for (const [index, { name }] of inOrder.entries()) {
      const result = results[index];
      if (result === undefined) continue;
      checks.set(name, { ...result, in_maintenance: active.some((window) => covers(window, name)) });
    }
    const judged = [...checks]
      .filter(([name, each]) => this.#counts(each) && this.#degrades(name))
      .map(([, each]) => each);
    return {
      at,
      overall: worstOf(judged.map(({ status }) => status)),
      inMaintenance: active.some((window) => window.checks.length === 0),
      checks,
      maintenance,
    };
  }

  /** What a check's time counts as. */
  stateOf(check: ReportedCheck): State {
    return this.#counts(check) ? check.status : "maintenance";
  }

  /** The same of every check that was looked at. */
  statesOf({ checks }: Report): Map<string, State> {
    return new Map([...checks].map(([name, check]) => [name, this.stateOf(check)]));
  }

  #degrades(name: string): boolean {
    return this.policy.auditAnomaliesWarnDegrades || this.checks.find(name)?.isAdvisory !== true;
  }

  #counts({ in_maintenance }: ReportedCheck): boolean {
    return !(in_maintenance && this.policy.excludesMaintenance);
  }

  #maintenance(now: number): readonly MaintenanceWindow[] {
    try {
      return this.maintenanceAfter(now);
    } catch (error) {
      this.log.error("maintenance could not be read", { error: describeError(error) });
      return [];
    }
  }

  async #run({ name, evidence, look }: BoundCheck, now: number): Promise<CheckResult> {
    const thresholds = { ...this.policy.checks[name] };
    const evidence_url = evidence;
    try {
      return { ...(await look(thresholds, now)), thresholds, evidence_url };
    } catch (error) {
      this.log.error("a check failed", { check: name, error: describeError(error) });
      return {
        status: "bad",
        message: "This could not be looked at.",
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
