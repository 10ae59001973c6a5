import { DAY_MS, MINUTE_MS } from "../../../kit/clock.ts";
import type { Job } from "../../platform/jobs/index.ts";
import type { AlertDesk } from "../alerts/index.ts";
import { endCalls } from "../calls/index.ts";
import { ruleAlert, ruleSubject } from "./compose.ts";
import { type MeasureParts, measure } from "./measure.ts";
import type { Rule } from "./rules.ts";
import { isAlarm, type RuleValue, stepRule } from "./step.ts";
import { findStanding, insertRun, ruleResult, upsertStanding } from "./store.ts";

export interface MonitorParts extends MeasureParts {
  clock: { now(): number };
  alerts: AlertDesk;
  /** Built-in rules, or those of ALERT_RULES_FILE. */
  alertRules: readonly Rule[];
  http: { baseUrl: () => string };
}

/** Retention of runs. */
export const RUN_DAYS = 30;
export const RUN_MS = RUN_DAYS * DAY_MS;

/** Measures every rule and alerts operators to changes (contract section 17). */
export const alertsMonitorJob: Job<MonitorParts> = {
  name: "alerts_monitor",
  schedule: "*/5 * * * *",
  timeoutMs: 2 * MINUTE_MS,
  description: "Measures the rules of the alerts monitor and alerts operators to changes",
  run: async (parts) => {
    const { alerts, alertRules, clock, http, live } = parts;
    const now = clock.now();
    const measured: { rule: Rule; value: RuleValue }[] = [];
    for (const rule of alertRules) measured.push({ rule, value: await measure(parts, rule.rule, now) });
    const firing = await live.writer.run((tx) => {
      const found = measured.map(({ rule, value }) => {
        const { standing, event } = stepRule(rule, findStanding(tx, rule.rule), { value, now: tx.now });
        upsertStanding(tx, standing);
        // An alarm may end without an alert: while its rule is silenced.
        if (!isAlarm(standing)) endCalls(tx, ruleSubject(rule));
        if (event !== null) alerts.raise(tx, ruleAlert({ rule, standing, event }, http.baseUrl()));
        return ruleResult(rule, standing);
      });
      insertRun(tx, found);
      return found.filter(({ state }) => state === "firing");
    });
    const names = firing.map(({ rule }) => rule).join(", ");
    return `${measured.length} rules measured, ${names === "" ? "none firing" : `firing: ${names}`}`;
  },
};
