/** @jsxImportSource preact */

import type { JSX } from "preact";
import { EmptyState, KeyValue, Layout, LineChart, type Site, Time } from "../../../pages/index.ts";
import { type CallCounts, callsPerDay } from "./calls.ts";
import { type DeprecationStatus, daysLeft, deriveStatus, inDays } from "./rules.ts";
import { type Deprecation, NOTICE_DAYS } from "./schedule.ts";

interface PageProps {
  site: Site;
  /** By sunset, latest first. */
  entries: readonly Deprecation[];
  counts: CallCounts;
  now: number;
}

/** The public page of deprecations, target of the Link header of deprecated endpoints. */
export function DeprecationsPage({ site, entries, counts, now }: PageProps): JSX.Element {
  return (
    <Layout
      site={site}
      path="/developers/deprecations"
      title="Deprecations"
      description="Endpoints to be withdrawn, with dates and replacements."
    >
      <h1>Deprecations</h1>
      <p class="lead">
        Endpoints are withdrawn at least {NOTICE_DAYS} days after the announcement. Until then, their
        responses carry deprecation headers, and partners still calling them get the event{" "}
        <code>api.deprecation</code> 7 days and 1 day before.
      </p>
      <p>
        <a href="/developers/deprecations.rss">RSS</a> · <a href="/developers/deprecations.json">JSON</a> ·{" "}
        <a href="/developers/deprecations-playbook.md">Playbook</a> ·{" "}
        <a href="/developers/migration-status.json">Migration status</a>
      </p>
      {entries.length === 0 ? (
        <EmptyState title="No endpoint is scheduled to be withdrawn.">
          Scheduled endpoints will appear here with dates and replacements.
        </EmptyState>
      ) : (
        entries.map((entry) => <Entry key={entry.id} entry={entry} counts={counts} now={now} />)
      )}
    </Layout>
  );
}

interface EntryProps {
  entry: Deprecation;
  counts: CallCounts;
  now: number;
}

function Entry({ entry, counts, now }: EntryProps): JSX.Element {
  const days = callsPerDay(counts, entry, now).toReversed();
  const total = days.reduce((sum, { calls }) => sum + calls, 0);
  return (
    <section aria-labelledby={entry.id}>
      <h2 id={entry.id}>{entry.title}</h2>
      <DeprecationFacts entry={entry} now={now} />
      {entry.migration.length > 0 && (
        <ol>
          {entry.migration.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      <LineChart
        id={`${entry.id}-calls`}
        title="Calls per day"
        summary={`${total} calls by all callers in the last 30 days.`}
        labelHead="Day"
        labels={days.map(({ day }) => day)}
        series={[
          { name: "Calls", values: days.map(({ calls }) => calls) },
          { name: "Refused with 410", values: days.map(({ refused }) => refused) },
        ]}
        format={(value) => value.toLocaleString("en")}
      />
    </section>
  );
}

/** Endpoints, dates and replacement of one deprecation. */
export function DeprecationFacts({ entry, now }: { entry: Deprecation; now: number }): JSX.Element {
  const { endpoints, announcedAt, deprecatedAt, sunsetAt, replacement, reason } = entry;
  return (
    <KeyValue
      rows={[
        ["Status", STATUS_TEXTS[deriveStatus(entry, now)](daysLeft(entry, now))],
        [
          "Endpoints",
          endpoints.map(({ method, path }) => (
            <div key={`${method} ${path}`}>
              <code>
                {method} {path}
              </code>
            </div>
          )),
        ],
        ["Announced", <Time key="at" at={announcedAt} now={now} />],
        ["Deprecated", <Time key="at" at={deprecatedAt} now={now} />],
        ["Sunset", <Time key="at" at={sunsetAt} now={now} />],
        ["Replacement", replacement === null ? "none" : <code key="code">{replacement}</code>],
        ...(reason === "" ? [] : ([["Reason", reason]] as const)),
      ]}
    />
  );
}

const STATUS_TEXTS: Record<DeprecationStatus, (days: number) => string> = {
  announced: (days) => `Announced: ${inDays(days)} until the sunset`,
  deprecated: (days) => `Deprecated: ${inDays(days)} until the sunset`,
  sunset: () => "Withdrawn: responses are 410",
};
