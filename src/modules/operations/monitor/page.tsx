/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import type { JSX } from "preact";
import {
  Action,
  Field,
  Identifier,
  LineChart,
  type Reader,
  type Status,
  StatusMark,
  Table,
  Time,
} from "../../../pages/index.ts";
import { type IncidentPrefill, newIncidentPath } from "../../status/incidents/index.ts";
import { MONITOR_PATH, type Monitor, type StandingView } from "./model.ts";

interface MonitorProps {
  monitor: Static<typeof Monitor>;
  /** Downloads of exports per UTC day, oldest first. */
  downloads: readonly { day: string; count: number }[];
  reader: Reader;
  canEscalate: boolean;
  now: number;
}

const MARKS: Record<StandingView["state"], Status> = {
  ok: "ok",
  resolved: "ok",
  pending: "warn",
  firing: "bad",
};

/** State of each rule, with forms to acknowledge and silence alarms. */
export function MonitorContent({ monitor, downloads, reader, canEscalate, now }: MonitorProps): JSX.Element {
  const { last_run_at, rules } = monitor;
  return (
    <>
      <p>
        Rules are measured every 5 minutes. Last run:{" "}
        {last_run_at === null ? "none yet" : <Time at={Date.parse(last_run_at)} now={now} />}. Download as{" "}
        <a href={`${MONITOR_PATH}/export.json`}>JSON</a>, <a href={`${MONITOR_PATH}/runs/export`}>CSV</a> or{" "}
        <a href={`${MONITOR_PATH}/export.zip`}>ZIP</a>.{" "}
        {canEscalate
          ? "Unacknowledged alarms are escalated."
          : "Alarms are not escalated: set ALERT_ESCALATION_URL, or plan who is on call."}
      </p>
      <Table
        caption="Rules"
        columns={[
          {
            head: "Rule",
            cell: ({ rule }) => (
              <span id={rule}>
                <Identifier name={rule} />
              </span>
            ),
          },
          { head: "State", cell: (rule) => <State rule={rule} now={now} /> },
          { head: "Value", cell: ({ value }) => value ?? "none", numeric: true },
          { head: "Threshold", cell: (rule) => <Threshold rule={rule} />, numeric: true },
          { head: "Meaning, and what to do", cell: (rule) => <Advice rule={rule} /> },
          { head: "Actions", cell: (rule) => <Actions rule={rule} reader={reader} now={now} /> },
        ]}
        rows={rules}
        keyOf={({ rule }) => rule}
      />
      <h2>Downloads of exports</h2>
      <LineChart
        id="downloads"
        title="Downloads by day"
        summary={`${downloads.reduce((sum, { count }) => sum + count, 0)} downloads in the last ${downloads.length} days.`}
        labelHead="Day"
        labels={downloads.map(({ day }) => day)}
        series={[{ name: "Downloads", values: downloads.map(({ count }) => count) }]}
        format={String}
      />
      <p>
        Charts by export: <a href={`${MONITOR_PATH}/export-usage.svg`}>SVG</a> or{" "}
        <a href={`${MONITOR_PATH}/export-usage.png`}>PNG</a>. Data by export and operator:{" "}
        <a href={`${MONITOR_PATH}/export-usage.json`}>JSON</a> or{" "}
        <a href={`${MONITOR_PATH}/export-usage.csv`}>CSV</a>.
      </p>
    </>
  );
}

function State({ rule, now }: { rule: StandingView; now: number }): JSX.Element {
  const { state, value, since, flapping, acknowledged_by, silenced_until } = rule;
  return (
    <>
      {value === null && state === "ok" ? (
        <StatusMark status="unknown" word="not measured" />
      ) : (
        <StatusMark status={MARKS[state]} word={flapping ? `${state}, flapping` : state} />
      )}
      {since !== null && (
        <>
          {" "}
          since <Time at={Date.parse(since)} now={now} />
        </>
      )}
      {acknowledged_by !== null && `, acknowledged by ${acknowledged_by}`}
      {silenced_until !== null && Date.parse(silenced_until) > now && (
        <>
          , silenced until <Time at={Date.parse(silenced_until)} now={now} />
        </>
      )}
    </>
  );
}

function Threshold({ rule: { threshold, for_minutes } }: { rule: StandingView }): JSX.Element {
  return (
    <>
      {threshold}
      {for_minutes > 0 && <span class="details">for {for_minutes} min</span>}
    </>
  );
}

function Advice({ rule: { meaning, runbook, check } }: { rule: StandingView }): JSX.Element {
  return (
    <>
      {meaning}. <span class="details">{runbook}</span>
      {check !== null && (
        <a class="details" href={`/admin/alerts#${check}`}>
          Reported by the check {check}.
        </a>
      )}
    </>
  );
}

/** The form for an incident that this alarm is a sign of. */
function prefillOf({ meaning, since, check }: StandingView): IncidentPrefill {
  return {
    title: meaning,
    severity: "bad",
    checks: check === null ? [] : [check],
    startedAt: since === null ? null : Date.parse(since),
  };
}

function Actions({
  rule,
  reader,
  now,
}: {
  rule: StandingView;
  reader: Reader;
  now: number;
}): JSX.Element | null {
  if (reader.role === "viewer" || reader.csrfToken === null) return null;
  const token = reader.csrfToken;
  const isAlarm = rule.state === "firing" || rule.flapping;
  const isSilent = rule.silenced_until !== null && Date.parse(rule.silenced_until) > now;
  const form = { of: { rule: rule.rule }, csrfToken: token };
  return (
    <>
      {isAlarm && rule.acknowledged_at === null && (
        <Action to={`${MONITOR_PATH}/forms/acknowledge`} {...form} label="Acknowledge" main />
      )}
      {rule.state === "firing" && (
        <p>
          <a class="button" href={newIncidentPath(prefillOf(rule))}>
            Declare an incident
          </a>
        </p>
      )}
      {isSilent ? (
        <Action to={`${MONITOR_PATH}/forms/unsilence`} {...form} label="End silence" />
      ) : (
        <Action to={`${MONITOR_PATH}/forms/silence`} {...form} label="Silence">
          <Field name="hours" id={`${rule.rule}-hours`} label="Hours" type="number" value="4" required />
        </Action>
      )}
    </>
  );
}
