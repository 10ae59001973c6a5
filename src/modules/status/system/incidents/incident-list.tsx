/** @jsxImportSource preact */

import type { JSX } from "preact";
import { EmptyState, StatusMark, Time } from "../../../../pages/index.ts";
import type { UpdateRow } from "../../incidents/index.ts";
import type { CheckSet } from "../check-set.ts";
import { formatDuration, PAGE_DAYS } from "../history/history.ts";
import { measuredSeconds, type Uptime } from "../rules.ts";
import type { ShownIncident } from "./shown-incidents.ts";

/** Titles of the affected checks, for people. */
export function titleOf(names: readonly string[], checks: CheckSet): string {
  if (names.length === 0) return "the whole service";
  return names.map((name) => checks.titleOf(name)).join(", ");
}

interface IncidentsProps {
  /** Newest first. */
  incidents: readonly ShownIncident[];
  checks: CheckSet;
  /** Part of the page's days for which the state of the service is known. */
  measured: Uptime;
  now: number;
}

export function Incidents({ incidents, checks, measured, now }: IncidentsProps): JSX.Element {
  return (
    <section>
      <h2 id="incidents">Incidents</h2>
      {incidents.length === 0 ? (
        <EmptyState title={noIncidents(measured)}>
          <p>
            Two consecutive snapshots that are not ok, a minute apart, open an incident; three that are ok
            close it.
          </p>
        </EmptyState>
      ) : (
        <ol class="incidents">
          {incidents.map((incident) => (
            <Incident key={incident.id} incident={incident} checks={checks} now={now} />
          ))}
        </ol>
      )}
      <p class="sources">
        <a href="/api/public/system-status/incidents?hours=2160">Incidents as JSON</a>
      </p>
    </section>
  );
}

function noIncidents(measured: Uptime): string {
  const seconds = measuredSeconds(measured);
  if (seconds === 0) return "No incidents: nothing has been measured yet";
  if (measured.seconds.unknown === 0) return `No incidents in ${PAGE_DAYS} days`;
  return `No incidents in the ${formatDuration(seconds)} measured of ${PAGE_DAYS} days`;
}

interface IncidentProps {
  incident: ShownIncident;
  checks: CheckSet;
  now: number;
}

function Incident({ incident, checks, now }: IncidentProps): JSX.Element {
  const { id, severity, startedAt, endedAt, source, updates } = incident;
  const duration = formatDuration(Math.round(((endedAt ?? now) - startedAt) / 1000));
  const affected = titleOf(incident.checks, checks);
  return (
    <li id={`incident-${id}`}>
      <h3>
        <StatusMark status={severity} />{" "}
        <a href={`/status/incidents/${id}`}>{source === "operator" ? incident.title : affected}</a>
      </h3>
      <p>
        {endedAt === null ? (
          <>
            Open for {duration}, since <Time at={startedAt} now={now} />
          </>
        ) : (
          <>
            {duration}, from <Time at={startedAt} now={now} />
          </>
        )}
        {source === "operator" && <>. Affects {affected}.</>}
      </p>
      {updates.length > 0 && (
        <ul>
          {updates.map((update) => (
            <li key={update.id}>
              <Time at={update.at} now={now} />, {update.state}
              <span class="lines">{updateText(update)}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** The text of an update after its state. */
export function updateText({ message, withdrawn_at: withdrawnAt, edit }: UpdateRow): string {
  if (withdrawnAt !== null) return ": this text was withdrawn.";
  if (edit === "withdrawn") return ": a text was withdrawn.";
  return message === null ? "" : `: ${message}`;
}
