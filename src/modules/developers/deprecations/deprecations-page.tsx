/** @jsxImportSource preact */

import type { JSX } from "preact";
import { EmptyState, KeyValue, Layout, LineChart, type Site, Time } from "../../../pages/index.ts";
import { type CallCounts, callsPerDay } from "./calls.ts";
import { type DeprecationStatus, daysLeft, statusOf } from "./rules.ts";
import { type Deprecation, NOTICE_DAYS } from "./schedule.ts";

interface PageProps {
  site: Site;
  /** The latest sunset first. */
  entries: readonly Deprecation[];
  counts: CallCounts;
  now: number;
}

/** What is withdrawn and when: where the Link header of deprecated endpoints leads. */
export function DeprecationsPage({ site, entries, counts, now }: PageProps): JSX.Element {
  return (
    <Layout
      site={site}
      path="/developers/deprecations"
      title="Deprecations"
      description="Endpoints that are withdrawn, when, and what to call instead."
    >
      <h1>Deprecations</h1>
      <p class="lead">
        An endpoint is withdrawn at least {NOTICE_DAYS} days after that was announced. Until then its answers
        say so in their headers, and who still calls it gets the event <code>api.deprecation</code> 7 days and
        1 day before.
      </p>
      <p>
        <a href="/developers/deprecations.rss">RSS</a> · <a href="/developers/deprecations.json">JSON</a> ·{" "}
        <a href="/developers/deprecations-playbook.md">Playbook</a> ·{" "}
        <a href="/developers/migration-status.json">Migration status</a>
      </p>
      {entries.length === 0 ? (
        <EmptyState title="No endpoint is scheduled to be withdrawn.">
          One that is will be here, with its dates and what to call instead.
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
        summary={`${total} calls in the last 30 days, over all callers.`}
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
        ["Status", WORDS[statusOf(entry, now)](daysLeft(entry, now))],
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
        ["Call instead", replacement === null ? "nothing" : <code key="code">{replacement}</code>],
        ...(reason === "" ? [] : ([["Why", reason]] as const)),
      ]}
    />
  );
}

const WORDS: Record<DeprecationStatus, (days: number) => string> = {
  announced: (days) => `Announced: ${days} days until it ends`,
  deprecated: (days) => `Deprecated: ${days} ${days === 1 ? "day" : "days"} until it ends`,
  sunset: () => "Withdrawn: answers are 410",
};
