/** @jsxImportSource preact */

import type { JSX } from "preact";
import { EmptyState, LineChart, Table, Time } from "../../../../pages/index.ts";
import type { AuditRun } from "../../audits/runs/index.ts";
import { shownAmount } from "../../proofs/index.ts";
import type { Difference } from "../documents/diff.ts";
import { AUDITS_PATH } from "../paths.ts";
import { Overall } from "./anomaly-table.tsx";

/** Chart of anomalies and affected transactions per run, oldest first. */
export function TrendChart({ runs }: { runs: readonly AuditRun[] }): JSX.Element {
  const [first, last] = [runs.at(0), runs.at(-1)];
  if (first === undefined || last === undefined)
    return (
      <EmptyState title="No complete run yet">
        <p>The chart begins with the first complete run.</p>
      </EmptyState>
    );
  return (
    <LineChart
      id="audit-trend"
      title="Anomalies per run"
      summary={
        runs.length === 1
          ? `${last.rowsTotal} anomalies in ${last.label}.`
          : `From ${first.rowsTotal} anomalies in ${first.label} to ${last.rowsTotal} in ${last.label}, over ${runs.length} runs.`
      }
      labelHead="Run"
      labels={runs.map(({ label }) => label)}
      series={[
        { name: "Anomalies", values: runs.map(({ rowsTotal }) => rowsTotal) },
        { name: "Transactions", values: runs.map((run) => run.signaturesWithAnomalies) },
      ]}
      format={(value) => shownAmount(String(value))}
    />
  );
}

/** Table of two runs' anomalies by type. */
export function DifferenceTable({ difference }: { difference: Difference }): JSX.Element {
  const { selected, latest, rows } = difference;
  if (latest === null || selected === null)
    return (
      <EmptyState title="No baseline yet">
        <p>A run is compared with the previous complete run, or with the run pinned by the operators.</p>
      </EmptyState>
    );
  return (
    <>
      <p>
        <RunLink run={latest} /> compared with its baseline <RunLink run={selected} />.
        {rows.length === 0 && " Neither run found anomalies."}
      </p>
      {rows.length > 0 && (
        <Table
          caption="Anomalies by type in both runs"
          columns={[
            { head: "Type", cell: ({ type }) => <a href={`${AUDITS_PATH}#${type}`}>{type}</a> },
            { head: "Baseline", numeric: true, cell: (row) => shownAmount(String(row.selected)) },
            { head: "This run", numeric: true, cell: (row) => shownAmount(String(row.latest)) },
            { head: "Change", numeric: true, cell: ({ delta }) => (delta > 0 ? `+${delta}` : String(delta)) },
            {
              head: "Change in %",
              numeric: true,
              cell: ({ pct_delta }) => (pct_delta === null ? "new" : `${pct_delta} %`),
            },
          ]}
          rows={rows}
          keyOf={({ type }) => type}
        />
      )}
    </>
  );
}

/** Table of finished runs, newest first. */
export function RunsTable({
  runs,
  selected,
  now,
}: {
  runs: readonly AuditRun[];
  selected: AuditRun | null;
  now: number;
}): JSX.Element {
  return (
    <Table
      caption="Runs"
      columns={[
        {
          head: "Window",
          cell: (run) => (
            <>
              <RunLink run={run} />
              {run.run === selected?.run && <small> (shown above)</small>}
            </>
          ),
        },
        { head: "Outcome", cell: ({ overall }) => <Overall overall={overall} /> },
        { head: "Anomalies", numeric: true, cell: ({ rowsTotal }) => shownAmount(String(rowsTotal)) },
        {
          head: "Transactions",
          numeric: true,
          cell: (run) => shownAmount(String(run.signaturesWithAnomalies)),
        },
        { head: "Ended", cell: ({ finishedAt }) => <Time at={finishedAt} now={now} /> },
      ]}
      rows={runs}
      keyOf={({ run }) => run}
    />
  );
}

export function RunLink({ run: { run, label } }: { run: AuditRun }): JSX.Element {
  return (
    <a href={`${AUDITS_PATH}/runs/${run}`} title={run}>
      {label}
    </a>
  );
}
