/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import type { Sql } from "../../../db/sql.ts";
import { dayWindow, enumerateDays } from "../../../http/input/window.ts";
import { type Operation, operator, seeOther, writeOperation } from "../../../http/operation.ts";
import { Text } from "../../../http/schema/shapes.ts";
import { DAY_MS, HOUR_MS, timeOrNull, utcDay } from "../../../kit/clock.ts";
import type { Site } from "../../../pages/index.ts";
import { adminForm, adminView } from "../../platform/admin-page/index.ts";
import { listExportUsage } from "../../platform/exports/index.ts";
import type { AlertDesk } from "../alerts/index.ts";
import { acknowledge, MAX_SILENCE_DAYS, requireRule, silence } from "./change-rule.ts";
import { AcknowledgeBody, Changed, MONITOR_PATH, Monitor, SilenceBody } from "./model.ts";
import { MonitorContent } from "./page.tsx";
import type { Rule } from "./rules.ts";
import { monitorView, standingView } from "./view.ts";

interface MonitorRouteParts {
  live: Database;
  alerts: AlertDesk;
  alertRules: readonly Rule[];
}

/** State of the rules, and operators' responses to alarms (contract section 17). */
export function monitorRoutes(site: Site, { live, alerts, alertRules }: MonitorRouteParts): Operation[] {
  const change = {
    method: "POST",
    group: "ops",
    access: operator("operator"),
    response: Changed,
  } as const;
  return [
    adminView(site, {
      id: "getAlertsMonitor",
      path: MONITOR_PATH,
      group: "ops",
      summary: "Read the state of the alerts monitor's rules",
      title: "Alerts monitor",
      response: Monitor,
      read: ({ sql }) => monitorView(sql, alertRules),
      page: (monitor, { reader, now, sql }) => (
        <MonitorContent
          {...{ monitor, reader, now, downloads: downloadsByDay(sql, now) }}
          canEscalate={alerts.canEscalate(sql, now)}
        />
      ),
    }),
    writeOperation({
      ...change,
      id: "acknowledgeAlert",
      path: `${MONITOR_PATH}/acknowledge`,
      summary: "Acknowledge an alarm, which stops its escalation",
      outcome: "The alarm is acknowledged and no longer escalates.",
      body: AcknowledgeBody,
      errors: ["not_found", "state_conflict"],
      write: (tx, { actor, body }) => {
        const rule = requireRule(alertRules, body.rule);
        return { rule: standingView(rule, acknowledge(tx, actor, { rule, by: "desk" })) };
      },
    }),
    writeOperation({
      ...change,
      id: "silenceAlert",
      path: `${MONITOR_PATH}/silence`,
      summary: "Silence a rule until a time",
      outcome: "The rule is silent until the time, or no longer with null.",
      body: SilenceBody,
      errors: ["not_found"],
      write: (tx, { actor, body }) => {
        const rule = requireRule(alertRules, body.rule);
        const until = timeOrNull(body.until);
        return { rule: standingView(rule, silence(tx, actor, { rule, until })) };
      },
    }),
    ...monitorForms(site, live, alertRules),
  ];
}

/** Downloads per day of the last 30 days, oldest first. */
function downloadsByDay(sql: Sql, now: number): { day: string; count: number }[] {
  const window = dayWindow({}, now);
  const counts = new Map<number, number>();
  for (const { day, count } of listExportUsage(sql, window.fromDay, null))
    counts.set(day, (counts.get(day) ?? 0) + count);
  return enumerateDays(window).map((day) => ({ day: utcDay(day * DAY_MS), count: counts.get(day) ?? 0 }));
}

/** Form operations of the page. */
function monitorForms(site: Site, live: Database, rules: readonly Rule[]): Operation[] {
  const RuleForm = { rule: Text(64) };
  const form = { role: "operator" } as const;
  return [
    adminForm(site, {
      ...form,
      id: "acknowledgeAlertForm",
      path: `${MONITOR_PATH}/forms/acknowledge`,
      summary: "Acknowledge an alarm",
      done: "Alarm acknowledged.",
      form: Type.Object(RuleForm),
      errors: ["not_found", "state_conflict"],
      submit: async ({ actor, body }) => {
        await live.writer.run((tx) =>
          acknowledge(tx, actor, { rule: requireRule(rules, body.rule), by: "desk" }),
        );
        return seeOther(MONITOR_PATH);
      },
    }),
    adminForm(site, {
      ...form,
      id: "silenceAlertForm",
      path: `${MONITOR_PATH}/forms/silence`,
      summary: "Silence a rule for a number of hours",
      done: "Rule silenced.",
      form: Type.Object({
        ...RuleForm,
        hours: Type.Integer({ minimum: 1, maximum: MAX_SILENCE_DAYS * 24 }),
      }),
      errors: ["not_found"],
      submit: async ({ actor, body }) => {
        await live.writer.run((tx) =>
          silence(tx, actor, { rule: requireRule(rules, body.rule), until: tx.now + body.hours * HOUR_MS }),
        );
        return seeOther(MONITOR_PATH);
      },
    }),
    adminForm(site, {
      ...form,
      id: "unsilenceAlertForm",
      path: `${MONITOR_PATH}/forms/unsilence`,
      summary: "End the silence of a rule",
      done: "Silence ended.",
      form: Type.Object(RuleForm),
      errors: ["not_found"],
      submit: async ({ actor, body }) => {
        await live.writer.run((tx) =>
          silence(tx, actor, { rule: requireRule(rules, body.rule), until: null }),
        );
        return seeOther(MONITOR_PATH);
      },
    }),
  ];
}
