/** @jsxImportSource preact */

import type { JSX } from "preact";
import { formatDuration } from "../../../../kit/language/formats.ts";
import type { Locale } from "../../../../kit/language/locale.ts";
import { Layout, LOCAL_TIMES_SCRIPT, type Site, StatusMark, Time } from "../../../../pages/index.ts";
import { publicIncidentPath } from "../../incidents/index.ts";
import { affectedTitles, STATUS_WORDS } from "../../words/index.ts";
import type { CheckSet } from "../check-set.ts";
import { updateText } from "./incident-list.tsx";
import type { ShownIncident } from "./shown-incidents.ts";

interface IncidentPageProps {
  site: Site;
  locale: Locale;
  incident: ShownIncident;
  checks: CheckSet;
  now: number;
}

/** A public incident at its permanent address, its newest update first. */
export function IncidentPage({ site, locale, incident, checks, now }: IncidentPageProps): JSX.Element {
  const { id, source, startedAt, endedAt, state, severity, updates } = incident;
  const words = STATUS_WORDS.in(locale);
  const affected = affectedTitles(incident.checks, checks, words);
  const title = source === "operator" ? incident.title : affected;
  const duration = formatDuration(Math.round(((endedAt ?? now) - startedAt) / 1000), locale);
  const stateText = words.say(`state_${state}`);
  const [postmortem] = updates.filter((each) => each.state === "postmortem" && each.message !== null);
  return (
    <Layout
      site={site}
      path={publicIncidentPath(id)}
      locale={locale}
      title={title}
      description={words.say("incident_about", { id: String(id), state: stateText, title })}
      module={LOCAL_TIMES_SCRIPT.path}
    >
      <h1>{title}</h1>
      <p>
        <StatusMark status={endedAt === null ? severity : "ok"} word={stateText} />.{" "}
        {words.say("incident_affects", { checks: affected })}{" "}
        {words.show(endedAt === null ? "open_for" : "lasted", {
          duration,
          time: <Time at={startedAt} now={now} />,
        })}
        .
      </p>
      {postmortem !== undefined && (
        <section>
          <h2 id="postmortem">{words.say("postmortem")}</h2>
          <p class="lines">{postmortem.message}</p>
        </section>
      )}
      <h2 id="updates">{words.say("updates")}</h2>
      {updates.length === 0 ? (
        <p>{words.say("updates_none")}</p>
      ) : (
        <ul>
          {updates.map((update) => (
            <li key={update.id}>
              <Time at={update.at} now={now} />, {words.say(`state_${update.state}`)}
              <span class="lines">{updateText(update, words)}</span>
            </li>
          ))}
        </ul>
      )}
      <p>
        {words.show("links_back", {
          status: (text) => <a href="/status">{text}</a>,
          subscribe: (text) => <a href="/status/subscribe">{text}</a>,
        })}
      </p>
    </Layout>
  );
}
