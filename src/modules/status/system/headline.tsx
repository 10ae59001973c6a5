/** @jsxImportSource preact */

import type { JSX } from "preact";
import { StatusMark, Time, useWords } from "../../../pages/index.ts";
import { STATUS_WORDS, type StatusWords, titleWithin } from "../words/index.ts";
import type { CheckSet } from "./check-set.ts";
import type { ShownIncident } from "./incidents/shown-incidents.ts";
import type { State } from "./rules.ts";
import type { Report } from "./system-status.ts";

export interface StatusNow {
  report: Report;
  checks: CheckSet;
  overallState: State;
  /** Public incidents, newest first; the open ones count. */
  incidents: readonly ShownIncident[];
  now: number;
}

export function openIncidents({ incidents }: Pick<StatusNow, "incidents">): readonly ShownIncident[] {
  return incidents.filter(({ endedAt }) => endedAt === null);
}

/** The state of the service, or a worse one while an incident that the checks opened is not closed. */
export function headlineState(props: Pick<StatusNow, "overallState" | "incidents">): State {
  const open = openIncidents(props).map(({ severity }) => severity);
  const { overallState } = props;
  if (overallState !== "ok" || open.length === 0) return overallState;
  return open.includes("bad") ? "bad" : "warn";
}

/** The service's state in words. */
export function HeadlineMark(props: Pick<StatusNow, "overallState" | "incidents">): JSX.Element {
  const state = headlineState(props);
  return <StatusMark status={state} word={useWords(STATUS_WORDS).say(`headline_${state}`)} />;
}

/** What is not in order, and when that was checked. */
export function HeadlineText(props: StatusNow): JSX.Element {
  const { report, checks, now } = props;
  const words = useWords(STATUS_WORDS);
  const troubled = [...report.checks].filter(([, { status }]) => status !== "ok");
  const titles = troubled.map(([name]) => titleWithin(name, checks, words)).join(", ");
  const open = openIncidents(props).length;
  return (
    <p>
      {troubled.length === 0
        ? allWell(report, words)
        : words.say(report.overall === "ok" ? "needs_attention" : "not_ok", { checks: titles })}{" "}
      {open > 0 && `${words.say("open_incidents", { count: open })} `}
      {words.show("checked", { time: <Time at={report.at} now={now} /> })}
    </p>
  );
}

function allWell({ checks }: Report, words: StatusWords): string {
  const blind = [...checks.values()].filter(({ has_data }) => !has_data).length;
  if (blind === 0) return words.say("all_ok");
  return words.say("ok_but_blind", { ok: checks.size - blind, count: blind });
}
