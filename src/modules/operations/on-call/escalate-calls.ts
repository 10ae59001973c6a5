import type { Database } from "../../../db/database.ts";
import { type Clock, isoUtc, MINUTE_MS } from "../../../kit/clock.ts";
import type { AlertDesk } from "../alerts/index.ts";
import { type CallRow, listOpenCalls, markEscalated } from "../calls/index.ts";
import { escalationMinutes } from "../duty/index.ts";

export interface EscalateCallsParts {
  config: { alertEscalationMinutes: number };
  clock: Clock;
  live: Database;
  alerts: AlertDesk;
  http: { baseUrl: () => string };
}

const BATCH = 100;

/**
 * Alerts the others of the plan, once each, about alarms that the operator on call did not acknowledge in time. Alarms
 * of the monitor's rules escalate by their own state; without a plan the other alarms escalate nowhere.
 */
export async function escalateCalls(parts: EscalateCallsParts): Promise<void> {
  const { alerts, clock, config, http, live } = parts;
  const afterMs = escalationMinutes(live.read, config.alertEscalationMinutes) * MINUTE_MS;
  const isDue = ({ subject, created_at, escalated_at }: CallRow, now: number) =>
    escalated_at === null && !subject.startsWith("rule:") && now - created_at >= afterMs;
  const due = () => listOpenCalls(live.read, BATCH).filter((call) => isDue(call, clock.now()));
  if (due().length === 0 || alerts.parts.duty(live.read, clock.now()) === null) return;
  await live.writer.run((tx) => {
    for (const call of listOpenCalls(tx, BATCH).filter((each) => isDue(each, tx.now))) {
      markEscalated(tx, call.alert_uid);
      alerts.escalate(tx, {
        type: "alarm.escalated",
        title: `nobody has acknowledged: ${call.title}`,
        lines: [`Raised at ${isoUtc(call.created_at)}.`, `What to do: ${http.baseUrl()}/admin/alerts`],
        overall: null,
        changes: [],
        checks: {},
        calls: call.subject,
      });
    }
  });
}
