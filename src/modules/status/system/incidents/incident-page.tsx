/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Layout, LOCAL_TIMES_SCRIPT, type Site, StatusMark, Time } from "../../../../pages/index.ts";
import type { CheckSet } from "../check-set.ts";
import { formatDuration } from "../history/history.ts";
import { titleOf, updateText } from "./incident-list.tsx";
import type { ShownIncident } from "./shown-incidents.ts";

interface IncidentPageProps {
  site: Site;
  incident: ShownIncident;
  checks: CheckSet;
  now: number;
}

/** A public incident at its permanent address, its newest update first. */
export function IncidentPage({ site, incident, checks, now }: IncidentPageProps): JSX.Element {
  const { id, source, startedAt, endedAt, state, severity, updates } = incident;
  const affected = titleOf(incident.checks, checks);
  const title = source === "operator" ? incident.title : affected;
  const duration = formatDuration(Math.round(((endedAt ?? now) - startedAt) / 1000));
  const [postmortem] = updates.filter((each) => each.state === "postmortem" && each.message !== null);
  return (
    <Layout
      site={site}
      path="/status"
      title={title}
      description={`Incident ${id}, ${state}: ${title}`}
      module={LOCAL_TIMES_SCRIPT.path}
    >
      <h1>{title}</h1>
      <p>
        <StatusMark status={endedAt === null ? severity : "ok"} word={state} />: affects {affected},{" "}
        {endedAt === null ? `open for ${duration}, since` : `lasted ${duration}, from`}{" "}
        <Time at={startedAt} now={now} />.
      </p>
      {postmortem !== undefined && (
        <section>
          <h2 id="postmortem">Post-mortem</h2>
          <p class="lines">{postmortem.message}</p>
        </section>
      )}
      <h2 id="updates">Updates</h2>
      {updates.length === 0 ? (
        <p>None: the checks opened this incident, and close it.</p>
      ) : (
        <ul>
          {updates.map((update) => (
            <li key={update.id}>
              <Time at={update.at} now={now} />, {update.state}
              <span class="lines">{updateText(update)}</span>
            </li>
          ))}
        </ul>
      )}
      <p>
        <a href="/status">Status now</a>, <a href="/status/subscribe">subscribe to incidents</a>
      </p>
    </Layout>
  );
}
