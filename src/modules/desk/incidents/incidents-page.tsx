/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import type { JSX } from "preact";
import { EmptyState, type Reader, StatusMark, Time } from "../../../pages/index.ts";
import { incidentDeskPath, NEW_INCIDENT_PATH, publicIncidentPath } from "../../status/incidents/index.ts";
import type { countByKind } from "../../status/subscribers/index.ts";
import type { IncidentWithUpdates } from "./model.ts";

type Incident = Static<typeof IncidentWithUpdates>;

interface IncidentsProps {
  incidents: readonly Incident[];
  reader: Reader;
  now: number;
  /** URL of the next page; null on the last page. */
  older: string | null;
  subscribers: ReturnType<typeof countByKind>;
}

/** Incidents with their updates. */
export function IncidentsContent({
  incidents,
  reader,
  now,
  older,
  subscribers,
}: IncidentsProps): JSX.Element {
  return (
    <>
      <p>
        Checks open and close incidents automatically; operators can create their own. Public incidents appear
        on <a href="/status#incidents">the status page</a> and are sent to subscribers.
      </p>
      {reader.role !== "viewer" && (
        <p>
          <a class="button button-main" href={NEW_INCIDENT_PATH}>
            New incident
          </a>
        </p>
      )}
      {incidents.length === 0 ? (
        <EmptyState title="Incidents will be here.">None in this period.</EmptyState>
      ) : (
        <ol class="incidents">
          {incidents.map((incident) => (
            <IncidentItem key={incident.id} incident={incident} now={now} />
          ))}
        </ol>
      )}
      {older !== null && (
        <p>
          <a href={older}>Earlier</a>
        </p>
      )}
      <h2 id="subscribers">Subscribers</h2>
      <p>
        {subscribers.email} by mail, {subscribers.webhook} by webhook, {subscribers.slack} by Slack.
        {subscribers.off > 0 &&
          ` ${subscribers.off} switched off, because posts failed for three days or the receiver was gone; deleted after 30 days.`}{" "}
        <a href="/status/subscribe">The form</a>
      </p>
      <p class="sources">
        <a href="/admin/ops/incidents/export.json">As JSON</a>,{" "}
        <a href="/admin/ops/incidents/export" download="incidents.csv">
          as CSV
        </a>
        {incidents.length > 0 && (
          <>
            ; draft report of the newest: <a href="/admin/ops/incidents/draft.md?hours=720">Markdown</a>,{" "}
            <a href="/admin/ops/incidents/draft.txt?hours=720">text</a>
          </>
        )}
      </p>
    </>
  );
}

function IncidentItem({ incident, now }: { incident: Incident; now: number }): JSX.Element {
  const { id, title, severity, state, source, started_at, ended_at, updates } = incident;
  return (
    <li id={`incident-${id}`}>
      <h2>
        <StatusMark status={severity} /> <a href={incidentDeskPath(id)}>{title}</a>
      </h2>
      <p>
        {id}, {source}, {incident.public ? "public" : "not public"}, {state}; from{" "}
        <Time at={Date.parse(started_at)} now={now} />
        {ended_at !== null && (
          <>
            {" "}
            to <Time at={Date.parse(ended_at)} now={now} />
          </>
        )}
        . {incident.public && <a href={publicIncidentPath(id)}>Public page</a>}
      </p>
      {updates.length > 0 && (
        <ul>
          {updates.map((update) => (
            <li key={update.id}>
              <Time at={Date.parse(update.at)} now={now} />, {update.state}
              {update.message !== null && <span class="lines">: {update.message}</span>}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
