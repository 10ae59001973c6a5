/** @jsxImportSource preact */

import type { JSX } from "preact";
import { formatDuration } from "../../../../kit/language/formats.ts";
import { EmptyState, StatusMark, Time, useWords } from "../../../../pages/index.ts";
import type { UpdateRow } from "../../incidents/index.ts";
import { affectedTitles, STATUS_WORDS, type StatusWords } from "../../words/index.ts";
import type { CheckSet } from "../check-set.ts";
import { PAGE_DAYS } from "../history/history.ts";
import { measuredSeconds, type Uptime } from "../rules.ts";
import type { ShownIncident } from "./shown-incidents.ts";

interface IncidentsProps {
  /** Newest first. */
  incidents: readonly ShownIncident[];
  checks: CheckSet;
  /** Part of the page's days for which the state of the service is known. */
  measured: Uptime;
  now: number;
}

export function Incidents({ incidents, checks, measured, now }: IncidentsProps): JSX.Element {
  const words = useWords(STATUS_WORDS);
  return (
    <section>
      <h2 id="incidents">{words.say("incidents")}</h2>
      {incidents.length === 0 ? (
        <EmptyState title={noIncidents(measured, words)}>
          <p>{words.say("incidents_rule")}</p>
        </EmptyState>
      ) : (
        <ol class="incidents">
          {incidents.map((incident) => (
            <Incident key={incident.id} incident={incident} checks={checks} now={now} />
          ))}
        </ol>
      )}
      <p class="sources">
        <a href="/api/public/system-status/incidents?hours=2160">{words.say("incidents_json")}</a>
      </p>
    </section>
  );
}

function noIncidents(measured: Uptime, words: StatusWords): string {
  const seconds = measuredSeconds(measured);
  if (seconds === 0) return words.say("incidents_unmeasured");
  if (measured.seconds.unknown === 0) return words.say("incidents_none", { days: PAGE_DAYS });
  const duration = formatDuration(seconds, words.locale);
  return words.say("incidents_none_measured", { duration, days: PAGE_DAYS });
}

interface IncidentProps {
  incident: ShownIncident;
  checks: CheckSet;
  now: number;
}

function Incident({ incident, checks, now }: IncidentProps): JSX.Element {
  const { id, severity, startedAt, endedAt, source, updates } = incident;
  const words = useWords(STATUS_WORDS);
  const duration = formatDuration(Math.round(((endedAt ?? now) - startedAt) / 1000), words.locale);
  const affected = affectedTitles(incident.checks, checks, words);
  const time = <Time at={startedAt} now={now} />;
  return (
    <li id={`incident-${id}`}>
      <h3>
        <StatusMark status={severity} />{" "}
        <a href={`/status/incidents/${id}`}>{source === "operator" ? incident.title : affected}</a>
      </h3>
      <p>
        {words.show(endedAt === null ? "open_for" : "lasted", { duration, time })}
        {source === "operator" && `. ${words.say("incident_affects", { checks: affected })}`}
      </p>
      {updates.length > 0 && (
        <ul>
          {updates.map((update) => (
            <li key={update.id}>
              <Time at={update.at} now={now} />, {words.say(`state_${update.state}`)}
              <span class="lines">{updateText(update, words)}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** The text of an update after its state. */
export function updateText(
  { message, withdrawn_at: withdrawnAt, edit }: UpdateRow,
  words: StatusWords,
): string {
  if (withdrawnAt !== null) return words.say("text_withdrawn");
  if (edit === "withdrawn") return words.say("a_text_withdrawn");
  return message === null ? "" : `: ${message}`;
}
