/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import {
  type Operation,
  type OperatorActor,
  operator,
  readOperation,
  seeOther,
  writeOperation,
} from "../../../http/operation.ts";
import { EnteredTime, OneOf, Text, Timestamp } from "../../../http/schema/shapes.ts";
import { DAY_MS, isoUtc, timeOfEntry } from "../../../kit/clock.ts";
import { InvalidInput } from "../../../kit/invalid-input.ts";
import type { Site } from "../../../pages/index.ts";
import { listOperators } from "../../access/operators/index.ts";
import { adminForm, adminPage, requireOperator, requireUnchanged } from "../../platform/admin-page/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { type AlertDesk, testAlarm } from "../alerts/index.ts";
import { findCall, listOpenCalls } from "../calls/index.ts";
import { PlanBody, PlanView, planView, setPlan, WEEKDAYS, weeklyRotation } from "../duty/index.ts";
import type { Rule } from "../monitor/index.ts";
import { acknowledgeCall } from "./acknowledge-call.ts";
import { withFormFields } from "./form-faults.ts";
import { parseMembers } from "./members-text.ts";
import { OnCallContent } from "./on-call-page.tsx";

const PAGE = "/admin/on-call";
const PATH = "/admin/ops/on-call";
const SHOWN_CALLS = 50;
/** Overrides that ended longer ago are dropped when the plan changes. */
const KEPT_MS = 30 * DAY_MS;

export interface OnCallParts {
  config: { alertEscalationMinutes: number };
  live: Database;
  keyring: Keyring;
  alerts: AlertDesk;
  alertRules: readonly Rule[];
}

/** The plan of who is on call, as JSON and as a page. */
export function onCallRoutes(site: Site, parts: OnCallParts): Operation[] {
  const operation = { path: PATH, group: "ops", response: PlanView } as const;
  return [
    readOperation({
      ...operation,
      method: "GET",
      id: "getOnCallPlan",
      access: operator("viewer"),
      summary: "Read who is on call, and the plan",
      read: ({ db, now }) => planView(db.read, parts, now),
    }),
    writeOperation({
      ...operation,
      method: "PUT",
      id: "setOnCallPlan",
      access: operator("operator"),
      summary: "Set the plan of who is on call",
      outcome: "The plan was set; the answer is the plan in force.",
      description:
        "Replaces the whole plan. Alarms go by mail to the operator on call, and to the operators of `escalation` if nobody acknowledges them in time.",
      body: PlanBody,
      write: (tx, { actor, body, now }) => {
        setPlan(tx, requireOperator(actor), { keyring: parts.keyring, plan: body });
        return planView(tx, parts, now);
      },
    }),
    onCallPage(site, parts),
    ...onCallForms(site, parts),
    testAlarmForm(site, parts),
    acknowledgeForm(site, parts),
  ];
}

function onCallPage(site: Site, parts: OnCallParts): Operation {
  return adminPage(site, {
    id: "onCallPage",
    path: PAGE,
    summary: "Who is on call now and next, and the plan",
    title: "On call",
    content: ({ sql, reader, now }) => (
      <OnCallContent
        {...{ reader, now, plan: planView(sql, parts, now), operators: namesOf(sql) }}
        calls={listOpenCalls(sql, SHOWN_CALLS)}
        hasMail={parts.alerts.parts.mail !== null}
      />
    ),
  });
}

function namesOf(sql: Sql): string[] {
  const able = listOperators(sql).filter(({ status, role }) => status === "active" && role !== "viewer");
  return able.map(({ name }) => name).sort();
}

function testAlarmForm(site: Site, { live, alerts }: OnCallParts): Operation {
  return adminForm(site, {
    id: "sendTestAlarm",
    path: `${PAGE}/test`,
    summary: "Send a test alarm through the plan",
    done: "Sending a test alarm.",
    role: "operator",
    errors: ["state_conflict"],
    submit: async ({ actor }) => {
      const id = await live.writer.run((tx) => alerts.raise(tx, testAlarm(actor.name)));
      if (id === null)
        throw new Problem(
          "state_conflict",
          "Set ALERT_WEBHOOK_URL, or save a rotation and set SMTP_URL, first: alarms have no recipient.",
        );
      return seeOther(PAGE);
    },
  });
}

/** For who has no link at hand: an alarm on the page is acknowledged there. */
function acknowledgeForm(site: Site, { live, alertRules }: OnCallParts): Operation {
  return adminForm(site, {
    id: "acknowledgeAlarmForm",
    path: `${PAGE}/acknowledge`,
    summary: "Acknowledge an alarm",
    done: "Acknowledged: nobody else is called.",
    role: "operator",
    inSafeMode: true,
    form: Type.Object({ alert: Text(64) }),
    errors: ["not_found", "state_conflict"],
    submit: async ({ actor, body }) => {
      await live.writer.run((tx) => {
        const call = findCall(tx, body.alert);
        if (call === null) throw new Problem("not_found", "This alarm is no longer kept.");
        acknowledgeCall(tx, alertRules, { call, actor, by: "desk" });
      });
      return seeOther(PAGE);
    },
  });
}

type Overrides = PlanView["overrides"];

function onCallForms(site: Site, parts: OnCallParts): Operation[] {
  const { live, keyring } = parts;
  const form = { role: "operator" } as const;
  const changeOverrides = (tx: Tx, actor: OperatorActor, change: (kept: Overrides) => Overrides) => {
    const { zone, rotation, overrides, ...view } = planView(tx, parts, tx.now);
    if (zone === null) throw new Problem("state_conflict", "Save a rotation first: there is no plan.");
    const kept = keptOverrides(overrides, tx.now);
    const plan = { zone, rotation, overrides: change(kept), escalation: view.escalation };
    // An added override is the last one.
    const added = `overrides.${kept.length}.`;
    withFormFields(
      (field) => (field.startsWith(added) ? field.slice(added.length) : null),
      () => setPlan(tx, actor, { keyring, plan }),
    );
  };
  return [
    adminForm(site, {
      ...form,
      id: "setRotationForm",
      path: `${PAGE}/rotation`,
      summary: "Save the rotation",
      done: "Rotation saved.",
      form: Type.Object({
        members: Type.Optional(Type.String({ maxLength: 20_000 })),
        weekday: OneOf(WEEKDAYS),
        hour: Type.Integer({ minimum: 0, maximum: 23 }),
        zone: Text(64),
        starts_on: Type.Optional(Text(10)),
        escalation_minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_440 })),
        seen: Type.Optional(Text(64)),
      }),
      errors: ["state_conflict"],
      submit: async ({ actor, body: { members = "", seen, escalation_minutes, ...turn } }) => {
        const contacts = parseMembers(members);
        const operators = contacts.map(({ operator: name }) => name);
        await live.writer.run((tx) => {
          const plan = planView(tx, parts, tx.now);
          requireUnchanged(plan.contacts, seen);
          const kept = keptOverrides(plan.overrides, tx.now);
          const set = {
            zone: turn.zone,
            rotation: weeklyRotation({ ...turn, operators }, tx.now),
            contacts,
            overrides: kept.filter((each) => operators.includes(each.operator)),
            escalation: escalation_minutes === undefined ? {} : { after_minutes: escalation_minutes },
          };
          withFormFields(
            (field) => (/^(rotation|contacts)\b/.test(field) ? "members" : field),
            () => setPlan(tx, actor, { keyring, plan: set }),
          );
        });
        return seeOther(PAGE);
      },
    }),
    adminForm(site, {
      ...form,
      id: "addOnCallOverrideForm",
      path: `${PAGE}/overrides`,
      summary: "Put an operator on call for a time",
      done: "Override added.",
      form: Type.Object({ operator: Text(40), from: Type.Optional(EnteredTime()), to: EnteredTime() }),
      errors: ["state_conflict"],
      submit: async ({ actor, body }) => {
        await live.writer.run((tx) => {
          const from = isoUtc(body.from === undefined ? tx.now : timeOfEntry(body.from));
          const to = timeOfEntry(body.to);
          if (to <= tx.now) throw new InvalidInput("to", "must not be in the past");
          const added = { operator: body.operator, from, to: isoUtc(to) };
          changeOverrides(tx, actor, (kept) => [...kept, added]);
        });
        return seeOther(PAGE);
      },
    }),
    adminForm(site, {
      ...form,
      id: "deleteOnCallOverrideForm",
      path: `${PAGE}/overrides/delete`,
      summary: "Delete an override",
      done: "Override deleted.",
      form: Type.Object({ starts: Timestamp() }),
      errors: ["state_conflict"],
      submit: async ({ actor, body: { starts } }) => {
        await live.writer.run((tx) =>
          changeOverrides(tx, actor, (kept) => kept.filter(({ from }) => from !== starts)),
        );
        return seeOther(PAGE);
      },
    }),
  ];
}

function keptOverrides(overrides: Overrides, now: number): Overrides {
  return overrides.filter(({ to }) => Date.parse(to) > now - KEPT_MS);
}
