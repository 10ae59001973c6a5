/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import type { JSX } from "preact";
import {
  EmptyState,
  Identifier,
  LineChart,
  type Status,
  StatusMark,
  Table,
  Time,
} from "../../../pages/index.ts";
import type { Anomalies, Delta, Guards, History } from "./model.ts";
import { type GuardStatus, SECTIONS, type Section } from "./rules.ts";

export const PREFLIGHT_PATH = "/admin/ops/preflight-guards";

interface PreflightProps {
  guards: Static<typeof Guards>;
  delta: Static<typeof Delta>;
  history: Static<typeof History>;
  anomalies: Static<typeof Anomalies>;
  now: number;
}

const MARKS: Readonly<Record<GuardStatus, Status>> = { pass: "ok", warn: "warn", fail: "bad" };
const TITLES: Readonly<Record<Section, string>> = {
  responder: "Responder",
  synthetic: "Synthetic probes",
  digest: "403 digest",
  token: "Secrets",
  artifact: "Build and files",
};
const BASELINES = [1, 7, 14, 30];

/** Current findings, changes since an earlier day, and the history of 30 days. */
export function PreflightContent({ guards, delta, history, anomalies, now }: PreflightProps): JSX.Element {
  if (guards.snapshot_id === null || guards.generated_at_utc === null)
    return (
      <EmptyState title="The guards' findings will be here.">
        The first snapshot is taken at startup; <code>salute jobs run preflight</code> takes one now.
      </EmptyState>
    );
  const { pass, warn, fail } = guards.counts;
  return (
    <>
      <p>
        <Mark status={guards.overall} /> {pass} pass, {warn} warn, {fail} fail; snapshot {guards.snapshot_id},{" "}
        <Time at={Date.parse(guards.generated_at_utc)} now={now} />. Snapshots are taken daily at 00:05 UTC,
        at each start, and when a value changes.
      </p>
      <Changes delta={delta} now={now} />
      <h2 id="history">The last 30 days</h2>
      <HistoryChart history={history} />
      <AnomalousDays anomalies={anomalies} />
      {SECTIONS.map((section) => (
        <Findings key={section} section={section} guards={guards} now={now} />
      ))}
      <p class="sources">
        <a href={`${PREFLIGHT_PATH}.json`}>As JSON</a>, <a href={`${PREFLIGHT_PATH}/export.csv`}>as CSV</a>,
        history as <a href={`${PREFLIGHT_PATH}/history.json`}>JSON</a>,{" "}
        <a href={`${PREFLIGHT_PATH}/history.csv`}>CSV</a>, anomalies as{" "}
        <a href={`${PREFLIGHT_PATH}/anomalies.json`}>JSON</a>,{" "}
        <a href={`${PREFLIGHT_PATH}/anomalies.csv`}>CSV</a>
      </p>
    </>
  );
}

function Mark({ status }: { status: GuardStatus }): JSX.Element {
  return <StatusMark status={MARKS[status]} word={status} />;
}

function Findings({
  section,
  guards,
  now,
}: {
  section: Section;
  guards: PreflightProps["guards"];
  now: number;
}): JSX.Element {
  const rows = guards.rows.filter((row) => row.section === section);
  return (
    <>
      <h2 id={section}>{TITLES[section]}</h2>
      <Table
        caption={TITLES[section]}
        columns={[
          { head: "Guard", cell: ({ field }) => <Identifier name={field} /> },
          { head: "Status", cell: ({ status }) => <Mark status={status} /> },
          { head: "Value", cell: ({ value }) => <code>{value}</code> },
          { head: "Expected", cell: ({ expected }) => expected },
          { head: "Message", cell: ({ message }) => message },
          { head: "Since", cell: ({ since }) => <Time at={Date.parse(since)} now={now} /> },
        ]}
        rows={rows}
        keyOf={({ field }) => field}
      />
    </>
  );
}

function Changes({ delta, now }: { delta: PreflightProps["delta"]; now: number }): JSX.Element {
  const offset = delta.query.day_offset;
  const days = (count: number) => (count === 1 ? "yesterday" : `${count} days ago`);
  return (
    <>
      <h2 id="delta">Changed since {days(offset)}</h2>
      <p>
        Compare with:{" "}
        {BASELINES.map((each) =>
          each === offset ? (
            <strong key={each}>{days(each)} </strong>
          ) : (
            <span key={each}>
              <a href={`${PREFLIGHT_PATH}?day_offset=${each}#delta`}>{days(each)}</a>{" "}
            </span>
          ),
        )}
      </p>
      {delta.baseline === null ? (
        <EmptyState title="Changes will be here.">
          No snapshot was taken on that day. Compare with another one above.
        </EmptyState>
      ) : (
        <p>
          Compared with snapshot {delta.baseline.snapshot_id},{" "}
          <Time at={Date.parse(delta.baseline.generated_at_utc)} now={now} />:{" "}
          {delta.count === 0 ? "no changes." : `${delta.count} changed.`}
        </p>
      )}
      {delta.rows.length > 0 && (
        <Table
          caption={`Changed since ${days(offset)}`}
          columns={[
            { head: "Guard", cell: ({ section, field }) => <code>{`${section} ${field}`}</code> },
            { head: "Change", cell: ({ change }) => change },
            { head: "Before", cell: ({ previous }) => <Side side={previous} /> },
            { head: "Now", cell: ({ current }) => <Side side={current} /> },
          ]}
          rows={delta.rows}
          keyOf={({ section, field }) => `${section} ${field}`}
        />
      )}
      <p class="sources">
        <a href={`${PREFLIGHT_PATH}/delta.json?day_offset=${offset}`}>As JSON</a>,{" "}
        <a href={`${PREFLIGHT_PATH}/delta.csv?day_offset=${offset}`}>as CSV</a>,{" "}
        <a href={`${PREFLIGHT_PATH}/delta.summary.json?day_offset=${offset}`}>summary as JSON</a>
      </p>
    </>
  );
}

function Side({ side }: { side: { status: GuardStatus; value: string } | null }): JSX.Element {
  if (side === null) return <>absent</>;
  return (
    <>
      <Mark status={side.status} /> <code>{side.value}</code>
    </>
  );
}

function HistoryChart({ history }: { history: PreflightProps["history"] }): JSX.Element {
  const days = history.rows.toReversed();
  const changes = days.reduce((sum, day) => sum + day.changes, 0);
  return (
    <LineChart
      id="guards-chart"
      title="Changes and findings by day"
      summary={`${changes} changes on ${days.length} days with snapshots.`}
      labelHead="Day (UTC)"
      labels={days.map(({ day }) => day)}
      series={[
        { name: "Changes", values: days.map((day) => day.changes) },
        { name: "Warn", values: days.map(({ warn }) => warn) },
        { name: "Fail", values: days.map(({ fail }) => fail) },
      ]}
      format={(value) => value.toLocaleString("en")}
    />
  );
}

function AnomalousDays({ anomalies }: { anomalies: PreflightProps["anomalies"] }): JSX.Element {
  const found = anomalies.rows.filter(({ is_anomaly }) => is_anomaly);
  if (found.length === 0) return <p>No days with unusually many changes.</p>;
  return (
    <Table
      caption="Days with unusually many changes"
      columns={[
        { head: "Day (UTC)", cell: ({ day }) => day },
        { head: "Changes", cell: ({ change_count }) => change_count, numeric: true },
        { head: "Mean", cell: ({ baseline_mean }) => baseline_mean?.toFixed(1) ?? "", numeric: true },
        { head: "z-score", cell: ({ zscore }) => zscore?.toFixed(1) ?? "none", numeric: true },
        { head: "Guards", cell: ({ fields }) => <code>{fields.join(", ")}</code> },
      ]}
      rows={found}
      keyOf={({ day }) => day}
    />
  );
}
