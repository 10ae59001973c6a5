/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import type { JSX } from "preact";
import { Action, EmptyState, Field, type Reader, StatusMark, Time, TimeField } from "../../../pages/index.ts";
import { INCIDENT_STATES } from "../../status/incidents/index.ts";
import type { IncidentWithUpdates } from "./model.ts";

type Incident = Static<typeof IncidentWithUpdates>;

interface IncidentsProps {
  incidents: readonly Incident[];
  reader: Reader;
  now: number;
  checks: readonly string[];
  /** URL of the next page; null on the last page. */
  older: string | null;
}

/** Incidents with their updates, and the forms for operators. */
export function IncidentsContent({ incidents, reader, now, checks, older }: IncidentsProps): JSX.Element {
  const token = reader.role === "viewer" ? null : reader.csrfToken;
  return (
    <>
      <p>
        Checks open and close incidents automatically; operators can create their own. Public incidents appear
        on <a href="/status#incidents">the status page</a> and are mailed to subscribers.
      </p>
      {incidents.length === 0 ? (
        <EmptyState title="Incidents will be here.">None in this period.</EmptyState>
      ) : (
        <ol class="incidents">
          {incidents.map((incident) => (
            <IncidentItem key={incident.id} incident={incident} token={token} now={now} />
          ))}
        </ol>
      )}
      {older !== null && (
        <p>
          <a href={older}>Earlier</a>
        </p>
      )}
      {token !== null && <NewIncidentForm token={token} checks={checks} />}
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

function IncidentItem({
  incident,
  token,
  now,
}: {
  incident: Incident;
  token: string | null;
  now: number;
}): JSX.Element {
  const { id, title, severity, state, source, started_at, ended_at, updates } = incident;
  return (
    <li id={`incident-${id}`}>
      <h2>
        <StatusMark status={severity} /> {title}
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
        . {incident.public && <a href={`/status/incidents/${id}`}>Public page</a>}{" "}
        <a href={`/admin/ops/incidents/detail.json?id=${id}`}>Details as JSON</a>
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
      {token !== null && source === "operator" && state !== "postmortem" && (
        <details>
          <summary>Post an update</summary>
          <Action to={`/admin/ops/incidents/${id}/tell`} csrfToken={token} label="Post update" main>
            <div class="field">
              <label for={`state-${id}`}>State</label>
              <select id={`state-${id}`} name="state">
                {INCIDENT_STATES.map((each) => (
                  <option key={each} value={each} selected={each === state}>
                    {each}
                  </option>
                ))}
              </select>
            </div>
            <div class="field">
              <label for={`message-${id}`}>Message</label>
              <textarea id={`message-${id}`} name="message" rows={3} />
            </div>
          </Action>
        </details>
      )}
    </li>
  );
}

function NewIncidentForm({ token, checks }: { token: string; checks: readonly string[] }): JSX.Element {
  return (
    <>
      <h2 id="open">New incident</h2>
      <Action to="/admin/ops/incidents/open" csrfToken={token} label="Create incident" main>
        <Field name="title" label="Title" required />
        <div class="field">
          <label for="severity">Severity</label>
          <select id="severity" name="severity">
            <option value="warn">warn</option>
            <option value="bad">bad</option>
          </select>
        </div>
        <div class="field">
          <label for="message">First update</label>
          <textarea id="message" name="message" rows={3} />
        </div>
        <TimeField name="started_at" label="Start" note="Leave empty for now." />
        <label class="choice">
          <input type="checkbox" name="public" value="1" /> Public: shown on the status page
        </label>
        <fieldset>
          <legend>Affected checks (none: the whole service)</legend>
          {checks.map((check) => (
            <label key={check} class="choice">
              <input type="checkbox" name="checks" value={check} /> {check}
            </label>
          ))}
        </fieldset>
      </Action>
    </>
  );
}
