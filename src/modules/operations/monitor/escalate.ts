import type { Database } from "../../../db/database.ts";
import { type Clock, MINUTE_MS } from "../../../kit/clock.ts";
import type { AlertDesk } from "../alerts/index.ts";
import { escalationMinutes } from "../duty/index.ts";
import { escalationAlert } from "./compose.ts";
import type { Rule } from "./rules.ts";
import { isEscalationDue } from "./step.ts";
import { findStanding, upsertStanding } from "./store.ts";

export interface EscalationParts {
  config: { alertEscalationMinutes: number };
  clock: Clock;
  live: Database;
  alerts: AlertDesk;
  alertRules: readonly Rule[];
  http: { baseUrl: () => string };
}

/** Alerts the second contact and the others of the plan, once each, about alarms that nobody acknowledged in time. */
export async function escalate(parts: EscalationParts): Promise<void> {
  const { alertRules, alerts, clock, config, http, live } = parts;
  const afterMs = escalationMinutes(live.read, config.alertEscalationMinutes) * MINUTE_MS;
  const due = alertRules.filter(({ rule }) =>
    isEscalationDue(findStanding(live.read, rule), afterMs, clock.now()),
  );
  if (due.length === 0 || !alerts.canEscalate(live.read, clock.now())) return;
  await live.writer.run((tx) => {
    for (const rule of due) {
      const standing = findStanding(tx, rule.rule);
      if (!isEscalationDue(standing, afterMs, tx.now)) continue;
      upsertStanding(tx, { ...standing, escalated_at: tx.now });
      alerts.escalate(tx, escalationAlert(rule, standing, http.baseUrl()));
    }
  });
}
