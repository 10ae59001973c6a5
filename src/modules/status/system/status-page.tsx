/** @jsxImportSource preact */

import type { JSX } from "preact";
import { isoUtc } from "../../../kit/clock.ts";
import {
  DayBarsLegend,
  EmptyState,
  Layout,
  LineChart,
  LOCAL_TIMES_SCRIPT,
  type Site,
  StatusMark,
  Table,
  Time,
} from "../../../pages/index.ts";
import { type MaintenanceWindow, maintenanceView } from "../maintenance/index.ts";
import type { CheckSet } from "./check-set.ts";
import { CheckHistory } from "./history/check-history.tsx";
import { sumOf } from "./history/history.ts";
import type { HourLatency } from "./history/latency.ts";
import { Incidents, titleOf } from "./incidents/incident-list.tsx";
import type { ShownIncident } from "./incidents/shown-incidents.ts";
import type { Day } from "./read.ts";
import { type ShownState, type State, uptimeOf } from "./rules.ts";
import { OVERALL } from "./snapshots/take-snapshot.ts";
import { Follow, HowItCounts } from "./status-footer.tsx";
import type { Report, ReportedCheck } from "./system-status.ts";

export interface StatusPageProps {
  site: Site;
  report: Report;
  checks: CheckSet;
  overallState: State;
  stateOf: (check: ReportedCheck) => ShownState;
  days: ReadonlyMap<string, readonly Day[]>;
  /** Incidents within the page's days, newest first. */
  incidents: readonly ShownIncident[];
  latency: readonly HourLatency[];
  now: number;
}

/** The public status page. */
export function StatusPage(props: StatusPageProps): JSX.Element {
  const hasOpenIncident = openIncidents(props).length > 0;
  const { tally, elapsedMs } = sumOf(props.days.get(OVERALL) ?? []);
  const measured = uptimeOf(tally, elapsedMs);
  const incidents = <Incidents {...{ ...props, measured }} />;
  const hasMaintenance = props.report.maintenance.length > 0;
  return (
    <Layout
      site={props.site}
      path="/status"
      module={LOCAL_TIMES_SCRIPT.path}
      title="Status"
      description="Status of salute now and over the last 90 days."
    >
      <Headline {...props} />
      {hasOpenIncident && incidents}
      {hasMaintenance && <Maintenance {...props} />}
      <Overall {...props} />
      <Checks {...props} />
      {!hasOpenIncident && incidents}
      {!hasMaintenance && <Maintenance {...props} />}
      <Latency {...props} />
      <Follow />
      <HowItCounts />
    </Layout>
  );
}

const HEADLINES: Record<State, string> = {
  ok: "Everything works",
  warn: "Degraded",
  bad: "Not everything works",
  maintenance: "Under maintenance",
};

function openIncidents({ incidents }: Pick<StatusPageProps, "incidents">): readonly ShownIncident[] {
  return incidents.filter(({ endedAt }) => endedAt === null);
}

/** The state of the service, or a worse one while an incident that the checks opened is not closed. */
function headlineState(props: StatusPageProps): State {
  const open = openIncidents(props).map(({ severity }) => severity);
  const { overallState } = props;
  if (overallState !== "ok" || open.length === 0) return overallState;
  return open.includes("bad") ? "bad" : "warn";
}

function Headline(props: StatusPageProps): JSX.Element {
  const { report, checks, now } = props;
  const state = headlineState(props);
  const troubled = [...report.checks].filter(([, { status }]) => status !== "ok");
  const titles = troubled.map(([name]) => checks.titleOf(name).toLowerCase()).join(", ");
  const open = openIncidents(props).length;
  return (
    <section class={`overall overall-${state}`}>
      <h1>
        <span class="visually-hidden">Status: </span>
        <StatusMark status={state} word={HEADLINES[state]} />
      </h1>
      <p>
        {troubled.length === 0 && allWell(report)}
        {troubled.length > 0 &&
          (report.overall === "ok" ? `Needs attention: ${titles}. ` : `Not ok: ${titles}. `)}
        {open > 0 && (open === 1 ? "One incident is open. " : `${open} incidents are open. `)}
        Checked <Time at={report.at} now={now} />.
      </p>
    </section>
  );
}

function allWell({ checks }: Report): string {
  const blind = [...checks.values()].filter(({ has_data }) => !has_data).length;
  if (blind === 0) return "All checks are ok. ";
  return `${checks.size - blind} checks are ok; ${blind} ${blind === 1 ? "has" : "have"} no data. `;
}

function Overall({ overallState, days }: StatusPageProps): JSX.Element {
  return (
    <>
      <CheckHistory
        id="overall"
        title="The whole service"
        state={overallState}
        days={days.get(OVERALL) ?? []}
        message={null}
      />
      <DayBarsLegend />
    </>
  );
}

function Checks({ report, checks, stateOf, days }: StatusPageProps): JSX.Element {
  return (
    <section>
      <h2 id="checks">Checks</h2>
      <div class="check-grid">
        {[...report.checks].map(([name, check]) => (
          <CheckHistory
            key={name}
            id={`check-${name}`}
            title={checks.titleOf(name)}
            state={stateOf(check)}
            days={days.get(name) ?? []}
            message={check.message}
          />
        ))}
      </div>
      <p class="sources">
        <a href="/status.json">Checks as JSON</a>, with observations and thresholds;{" "}
        <a href="/api/public/system-status/uptime?hours=2160">uptime of 90 days as JSON</a>.
      </p>
    </section>
  );
}

function Maintenance({ report, checks, now }: StatusPageProps): JSX.Element {
  return (
    <section>
      <h2 id="maintenance">Maintenance</h2>
      {report.maintenance.length === 0 ? (
        <p>No maintenance in progress or scheduled.</p>
      ) : (
        <Table<MaintenanceWindow>
          caption="Maintenance in progress and scheduled"
          columns={[
            { head: "Work", cell: ({ id, title }) => <span id={`maintenance-${id}`}>{title}</span> },
            {
              head: "State",
              cell: (window) =>
                maintenanceView(window, now).state === "in_progress" ? (
                  <StatusMark status="maintenance" word="in progress" />
                ) : (
                  "scheduled"
                ),
            },
            { head: "Affects", cell: (window) => titleOf(window.checks, checks) },
            { head: "From", cell: ({ starts_at }) => <Time at={starts_at} now={now} /> },
            { head: "To", cell: ({ ends_at }) => <Time at={ends_at} now={now} /> },
          ]}
          rows={report.maintenance}
          keyOf={({ id }) => id}
        />
      )}
    </section>
  );
}

function Latency({ latency }: StatusPageProps): JSX.Element {
  const measured = latency.filter(({ p99_ms }) => p99_ms !== null);
  const worst = Math.max(...measured.map(({ p99_ms }) => p99_ms ?? 0));
  return (
    <section>
      <h2 id="latency">Latency</h2>
      {measured.length === 0 ? (
        <EmptyState title="No requests in the last 24 hours">
          <p>Percentiles appear here with the first request to the API.</p>
        </EmptyState>
      ) : (
        <LineChart
          id="latency-chart"
          title="Response times of the API per hour"
          summary={`Three percentiles per clock hour for the last ${latency.length} hours; the highest 99th percentile is ${milliseconds(worst)}.`}
          labelHead="Hour (UTC)"
          labels={latency.map(({ startsAt }) => isoUtc(startsAt).slice(5, 16).replace("T", " "))}
          series={[
            { name: "p50", values: latency.map(({ p50_ms }) => p50_ms) },
            { name: "p95", values: latency.map(({ p95_ms }) => p95_ms) },
            { name: "p99", values: latency.map(({ p99_ms }) => p99_ms) },
          ]}
          format={milliseconds}
        />
      )}
      <p class="sources">
        <a href="/api/public/latency-percentiles">Latency as JSON</a>, by route
      </p>
    </section>
  );
}

function milliseconds(value: number): string {
  return `${Number(value.toPrecision(3))} ms`;
}
