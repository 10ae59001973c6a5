/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Action,
  Choice,
  EmptyState,
  Field,
  formToken,
  type Reader,
  StatusMark,
  Table,
  TextArea,
  Tiles,
  Time,
  TimeField,
} from "../../../pages/index.ts";
import { hashStored } from "../../platform/admin-page/index.ts";
import type { CallRow } from "../calls/index.ts";
import { type PlanView, type ShiftView, WEEKDAYS, weeklyTurns } from "../duty/index.ts";
import { membersText } from "./members-text.ts";
import { OpenCalls } from "./open-calls.tsx";

const PATH = "/admin/on-call";

interface OnCallProps {
  plan: PlanView;
  reader: Reader;
  /** Names of the operators who can be on call. */
  operators: readonly string[];
  hasMail: boolean;
  /** Alarms that nobody has acknowledged, oldest first. */
  calls: readonly CallRow[];
  now: number;
}

/** Who is on call now and next, and the forms to change the plan. */
export function OnCallContent(props: OnCallProps): JSX.Element {
  const { plan, reader, now, hasMail } = props;
  const token = formToken(reader);
  return (
    <>
      <p>
        Alarms go by mail to the operator on call, and after {plan.escalation.after_minutes} minutes without
        an acknowledgement to the others. <code>ALERT_WEBHOOK_URL</code> receives all of them.{" "}
        <a href="/admin/alerts">Recent alerts</a>
      </p>
      {props.calls.length > 0 && <OpenCalls calls={props.calls} {...{ token, now }} />}
      {!hasMail && (
        <p>
          <StatusMark status="warn" word="No mail is sent" />: set <code>SMTP_URL</code>.
        </p>
      )}
      {plan.zone === null ? (
        <EmptyState title="Nobody is on call.">
          Alarms go to <code>ALERT_WEBHOOK_URL</code> and <code>ALERT_EMAIL</code> until a rotation is saved.
        </EmptyState>
      ) : (
        <Current plan={plan} now={now} token={token} />
      )}
      {token !== null && (
        <section>
          <h2 id="test">Test</h2>
          <Action to={`${PATH}/test`} csrfToken={token} label="Send a test alarm">
            <p>
              It takes the way of a real one: mail and webhook, each with a link that acknowledges it, then
              escalation.
            </p>
          </Action>
        </section>
      )}
      {token !== null && <RotationForm {...props} token={token} />}
    </>
  );
}

function Current({ plan, now, token }: { plan: PlanView; now: number; token: string | null }): JSX.Element {
  const zone = plan.zone ?? "UTC";
  return (
    <>
      <Tiles
        tiles={[
          { label: "On call now", ...tileOf(plan.on_duty, "to", zone) },
          // Where nobody else follows, the same operator's next shift.
          { label: "Next", ...tileOf(plan.next ?? plan.shifts[1] ?? null, "from", zone) },
        ]}
      />
      <h2 id="shifts">Next four weeks</h2>
      <p>By the clocks of {zone}.</p>
      <Table
        caption={`Shifts, by the clocks of ${zone}`}
        columns={[
          { head: "Operator", cell: ({ operator }) => operator },
          { head: "From", cell: ({ from }) => localTime(from, zone) },
          { head: "To", cell: ({ to }) => localTime(to, zone) },
          { head: "Begins", cell: ({ from }) => <Time at={Date.parse(from)} now={now} /> },
          { head: "By", cell: ({ override }) => (override ? "override" : "rotation") },
        ]}
        rows={plan.shifts}
        keyOf={({ from }) => from}
      />
      <h2 id="overrides">Overrides</h2>
      {plan.overrides.length === 0 ? (
        <p>None: the rotation alone decides.</p>
      ) : (
        <Table
          caption="Overrides"
          columns={[
            { head: "Operator", cell: ({ operator }) => operator },
            { head: "From", cell: ({ from }) => localTime(from, zone) },
            { head: "To", cell: ({ to }) => localTime(to, zone) },
            {
              head: "Delete",
              cell: ({ from }) =>
                token !== null && (
                  <Action
                    to={`${PATH}/overrides/delete`}
                    of={{ starts: from }}
                    csrfToken={token}
                    label="Delete"
                    dangerous
                  />
                ),
            },
          ]}
          rows={plan.overrides}
          keyOf={({ from }) => from}
        />
      )}
      {token !== null && (
        <Action to={`${PATH}/overrides`} csrfToken={token} label="Add override">
          <Choice
            name="operator"
            label="Operator"
            options={plan.contacts.map(({ operator }) => [operator, operator])}
          />
          <TimeField name="from" label="From" note="Empty: it begins now." />
          <TimeField name="to" label="To" />
        </Action>
      )}
    </>
  );
}

function RotationForm({ plan, operators, token }: OnCallProps & { token: string }): JSX.Element {
  const weekly = weeklyTurns(plan);
  const listed = weekly?.operators ?? plan.contacts.map(({ operator }) => operator);
  const members = listed.map((operator) => ({
    operator,
    email: plan.contacts.find((each) => each.operator === operator)?.email ?? "",
  }));
  return (
    <>
      <h2 id="rotation">Rotation</h2>
      {plan.zone !== null && weekly === null && (
        <p>
          The present rotation does not consist of whole weeks. Change it by{" "}
          <code>PUT /admin/ops/on-call</code>; this form replaces it by one operator per week.
        </p>
      )}
      <Action to={`${PATH}/rotation`} csrfToken={token} label="Save rotation" main>
        <input type="hidden" name="seen" value={hashStored(plan.contacts)} />
        <TextArea
          name="members"
          label="Operators and their mail addresses, one per line"
          rows={Math.max(4, members.length + 1)}
          value={membersText(members)}
          placeholder="ann ann@example.com"
          note={`In the order of their weeks. Operators: ${operators.join(", ") || "none"}. An empty list ends the plan.`}
        />
        <Choice
          name="weekday"
          label="Hand-over day"
          options={WEEKDAYS.map((day) => [day, day])}
          value={weekly?.weekday ?? "monday"}
        />
        <Field name="hour" label="Hand-over hour" type="number" value={String(weekly?.hour ?? 9)} required />
        <Field
          name="zone"
          label="Time zone"
          value={plan.zone ?? "UTC"}
          note="Such as Europe/Berlin."
          required
        />
        <Field
          name="starts_on"
          label="A day of the first operator's week"
          value={weekly?.starts_on}
          note="Such as 2026-11-23. Empty: the current week."
        />
        <Field
          name="escalation_minutes"
          label="Minutes until the others are called"
          type="number"
          value={String(plan.escalation.after_minutes)}
        />
      </Action>
    </>
  );
}

function tileOf(
  shift: ShiftView | null,
  edge: "from" | "to",
  zone: string,
): { value: string; note?: string } {
  if (shift === null) return { value: "nobody" };
  const word = edge === "to" ? "until" : "from";
  return { value: shift.operator, note: `${word} ${localTime(shift[edge], zone)} (${zone})` };
}

/** Such as `Mon 2026-11-23 09:00`. */
function localTime(iso: string, zone: string): string {
  const at = Temporal.Instant.from(iso).toZonedDateTimeISO(zone);
  const day = WEEKDAYS[at.dayOfWeek - 1] ?? "";
  const time = at.toPlainTime().toString({ smallestUnit: "minute" });
  return `${day.slice(0, 1).toUpperCase()}${day.slice(1, 3)} ${at.toPlainDate()} ${time}`;
}
