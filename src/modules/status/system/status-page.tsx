/** @jsxImportSource preact */

import type { JSX } from "preact";
import { isoUtc } from "../../../kit/clock.ts";
import { formatNumber } from "../../../kit/language/formats.ts";
import type { Locale } from "../../../kit/language/locale.ts";
import {
  DayBarsLegend,
  EmptyState,
  Layout,
  LineChart,
  LOCAL_TIMES_SCRIPT,
  resolveBrand,
  type Site,
  StaleNote,
  StatusMark,
  Table,
  Time,
  useWords,
} from "../../../pages/index.ts";
import { type MaintenanceWindow, maintenanceView } from "../maintenance/index.ts";
import { affectedTitles, checkTitle, STATUS_WORDS } from "../words/index.ts";
import { HeadlineMark, HeadlineText, headlineState, openIncidents, type StatusNow } from "./headline.tsx";
import { CheckHistory } from "./history/check-history.tsx";
import { totalDays } from "./history/history.ts";
import type { HourLatency } from "./history/latency.ts";
import { Incidents } from "./incidents/incident-list.tsx";
import type { Day } from "./read.ts";
import { computeUptime, type ShownState } from "./rules.ts";
import { OVERALL } from "./snapshots/take-snapshot.ts";
import { REFRESH_MS } from "./status-embed.tsx";
import { Follow, HowItCounts } from "./status-footer.tsx";
import type { ReportedCheck } from "./system-status.ts";

export interface StatusPageProps extends StatusNow {
  site: Site;
  locale: Locale;
  stateOf: (check: ReportedCheck) => ShownState;
  days: ReadonlyMap<string, readonly Day[]>;
  latency: readonly HourLatency[];
}

/** The public status page. */
export function StatusPage(props: StatusPageProps): JSX.Element {
  const hasOpenIncident = openIncidents(props).length > 0;
  const { tally, elapsedMs } = totalDays(props.days.get(OVERALL) ?? []);
  const measured = computeUptime(tally, elapsedMs);
  const incidents = <Incidents {...{ ...props, measured }} />;
  const words = STATUS_WORDS.in(props.locale);
  const hasMaintenance = props.report.maintenance.length > 0;
  return (
    <Layout
      site={props.site}
      path="/status"
      locale={props.locale}
      module={LOCAL_TIMES_SCRIPT.path}
      isLive
      title={words.say("title")}
      description={words.say("about", { name: resolveBrand(props.site).name })}
    >
      <div data-live="/status" data-every={REFRESH_MS}>
        <StaleNote />
        <Headline {...props} />
        {hasOpenIncident && incidents}
        {hasMaintenance && <Maintenance {...props} />}
        <Overall {...props} />
        <Checks {...props} />
        {!hasOpenIncident && incidents}
        {!hasMaintenance && <Maintenance {...props} />}
        <Latency {...props} />
      </div>
      <Follow site={props.site} />
      <HowItCounts />
    </Layout>
  );
}

function Headline(props: StatusPageProps): JSX.Element {
  return (
    <section class={`overall overall-${headlineState(props)}`}>
      <h1>
        <span class="visually-hidden">{useWords(STATUS_WORDS).say("title")}: </span>
        <HeadlineMark {...props} />
      </h1>
      <HeadlineText {...props} />
    </section>
  );
}

function Overall({ overallState, days }: StatusPageProps): JSX.Element {
  return (
    <>
      <CheckHistory
        id="overall"
        title={useWords(STATUS_WORDS).say("whole_service")}
        state={overallState}
        days={days.get(OVERALL) ?? []}
        message={null}
      />
      <DayBarsLegend />
    </>
  );
}

function Checks({ report, checks, stateOf, days }: StatusPageProps): JSX.Element {
  const words = useWords(STATUS_WORDS);
  return (
    <section>
      <h2 id="checks">{words.say("checks")}</h2>
      <div class="check-grid">
        {[...report.checks].map(([name, check]) => (
          <CheckHistory
            key={name}
            id={`check-${name}`}
            title={checkTitle(name, checks, words)}
            state={stateOf(check)}
            days={days.get(name) ?? []}
            message={check.message}
          />
        ))}
      </div>
      <p class="sources">
        {words.show("checks_json", {
          json: (text) => <a href="/status.json">{text}</a>,
          uptime: (text) => <a href="/api/public/system-status/uptime?hours=2160">{text}</a>,
        })}
      </p>
    </section>
  );
}

function Maintenance({ report, checks, now }: StatusPageProps): JSX.Element {
  const words = useWords(STATUS_WORDS);
  return (
    <section>
      <h2 id="maintenance">{words.say("maintenance")}</h2>
      {report.maintenance.length === 0 ? (
        <p>{words.say("maintenance_none")}</p>
      ) : (
        <Table<MaintenanceWindow>
          caption={words.say("maintenance_caption")}
          columns={[
            {
              head: words.say("work"),
              cell: ({ id, title }) => <span id={`maintenance-${id}`}>{title}</span>,
            },
            {
              head: words.say("state"),
              cell: (window) =>
                maintenanceView(window, now).state === "in_progress" ? (
                  <StatusMark status="maintenance" word={words.say("in_progress")} />
                ) : (
                  words.say("scheduled")
                ),
            },
            { head: words.say("affects"), cell: (window) => affectedTitles(window.checks, checks, words) },
            { head: words.say("from"), cell: ({ starts_at }) => <Time at={starts_at} now={now} /> },
            { head: words.say("to"), cell: ({ ends_at }) => <Time at={ends_at} now={now} /> },
          ]}
          rows={report.maintenance}
          keyOf={({ id }) => id}
        />
      )}
    </section>
  );
}

function Latency({ latency }: StatusPageProps): JSX.Element {
  const words = useWords(STATUS_WORDS);
  const milliseconds = (value: number) => `${formatNumber(Number(value.toPrecision(3)), words.locale)} ms`;
  const measured = latency.filter(({ p99_ms }) => p99_ms !== null);
  const worst = Math.max(...measured.map(({ p99_ms }) => p99_ms ?? 0));
  return (
    <section>
      <h2 id="latency">{words.say("latency")}</h2>
      {measured.length === 0 ? (
        <EmptyState title={words.say("latency_none")}>
          <p>{words.say("latency_later")}</p>
        </EmptyState>
      ) : (
        <LineChart
          id="latency-chart"
          title={words.say("latency_title")}
          summary={words.say("latency_summary", { hours: latency.length, worst: milliseconds(worst) })}
          labelHead={words.say("hour_utc")}
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
        {words.show("latency_json", {
          json: (text) => <a href="/api/public/latency-percentiles">{text}</a>,
        })}
      </p>
    </section>
  );
}
