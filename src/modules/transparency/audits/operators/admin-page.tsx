/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Action,
  Choice,
  EmptyState,
  Field,
  Identifier,
  type ListQuery,
  type Reader,
  StatusMark,
  Table,
  Time,
  TimeField,
} from "../../../../pages/index.ts";
import type { ThresholdDefinition } from "../detectors/index.ts";
import type { ThresholdChange } from "../policy/index.ts";
import type { AuditRun } from "../runs/index.ts";
import { TRIAGE_STATUSES, type TriageRow } from "../triage/index.ts";
import { type Untriaged, UntriagedAnomalies } from "./untriaged.tsx";

export const PATH = "/admin/transparency";

interface AuditsProps {
  reader: Reader;
  runs: readonly AuditRun[];
  baseline: AuditRun | null;
  thresholds: readonly (ThresholdDefinition & { value: number })[];
  changes: readonly ThresholdChange[];
  untriaged: Untriaged | null;
  /** How the anomalies without triage are shown. */
  query: ListQuery;
  triage: readonly TriageRow[];
  /** All entries about the same anomaly, newest first. */
  historyOf: (row: TriageRow) => readonly TriageRow[];
  now: number;
}

/** Runs, thresholds and triage, each with its form. */
export function AuditsContent(props: AuditsProps): JSX.Element {
  const { reader, runs, baseline, untriaged, query, now } = props;
  const token = reader.role === "viewer" ? null : reader.csrfToken;
  return (
    <>
      <p>
        Public view: <a href="/transparency/audit-anomalies">audit page</a>. Pinned baseline:{" "}
        {baseline === null ? "none" : baseline.run}.
      </p>
      <h2 id="runs">Runs</h2>
      <Runs runs={runs} now={now} />
      {token !== null && (
        <>
          <Action to={`${PATH}/runs`} csrfToken={token} label="Run audit" main>
            <TimeField name="from" label="From" note="Leave both empty to audit the previous UTC day." />
            <TimeField name="to" label="To" note="The window ends before it." />
          </Action>
          <Action to={`${PATH}/baseline`} csrfToken={token} label="Pin baseline">
            <Field name="run" label="Run" required note="Id of a complete run." />
          </Action>
          {baseline !== null && <Action to={`${PATH}/baseline`} csrfToken={token} label="Unpin baseline" />}
        </>
      )}
      <Thresholds {...props} token={token} />
      {untriaged !== null && <UntriagedAnomalies {...untriaged} {...{ reader, query, now }} />}
      <Triage {...props} token={token} />
    </>
  );
}

function Runs({ runs, now }: Pick<AuditsProps, "runs" | "now">): JSX.Element {
  if (runs.length === 0)
    return (
      <EmptyState title="No runs yet.">
        Once the chain has been read, the job <code>audit_run</code> creates one run per day. To start one
        now, run <code>salute audits run</code>.
      </EmptyState>
    );
  return (
    <Table
      caption="Newest runs"
      columns={[
        { head: "Run", cell: ({ run }) => run },
        { head: "Window", cell: ({ label }) => label },
        { head: "Overall", cell: ({ overall }) => <OverallMark overall={overall} /> },
        { head: "Anomalies", cell: ({ rowsTotal }) => rowsTotal, numeric: true },
        { head: "Bad", cell: ({ severityCounts }) => severityCounts.bad, numeric: true },
        { head: "Unexplained", cell: ({ coverage }) => coverage.unexplained_accounts, numeric: true },
        { head: "Finished", cell: ({ finishedAt }) => <Time at={finishedAt} now={now} /> },
      ]}
      rows={runs}
      keyOf={({ run }) => run}
    />
  );
}

function OverallMark({ overall }: { overall: AuditRun["overall"] }): JSX.Element {
  return overall === "other" ? (
    <StatusMark status="unknown" word="incomplete" />
  ) : (
    <StatusMark status={overall} word={overall} />
  );
}

function Thresholds({
  thresholds,
  changes,
  token,
  now,
}: AuditsProps & { token: string | null }): JSX.Element {
  return (
    <>
      <h2 id="thresholds">Thresholds</h2>
      <Table
        caption="Thresholds in force"
        columns={[
          { head: "Parameter", cell: ({ name }) => <Identifier name={name} /> },
          { head: "Value", cell: ({ value }) => String(value), numeric: true },
          { head: "Default", cell: (each) => String(each.default), numeric: true },
          { head: "Meaning", cell: ({ meaning }) => meaning },
        ]}
        rows={thresholds}
        keyOf={({ name }) => name}
      />
      {token !== null && (
        <Action to={`${PATH}/thresholds`} csrfToken={token} label="Change threshold">
          <Field name="parameter" label="Parameter" required />
          <Field name="new_value" label="New value" required />
          <Field name="owner" label="Owner" required note="Person or team responsible; public." />
          <Field name="reason" label="Reason" required note="Public." />
        </Action>
      )}
      {changes.length > 0 && (
        <Table
          caption="Threshold changes"
          columns={[
            { head: "Changed", cell: ({ changed_at }) => <Time at={changed_at} now={now} /> },
            { head: "Parameter", cell: ({ parameter }) => <Identifier name={parameter} /> },
            { head: "From", cell: ({ previous_value }) => String(previous_value), numeric: true },
            { head: "To", cell: ({ new_value }) => String(new_value), numeric: true },
            { head: "Owner", cell: ({ owner }) => owner },
            { head: "Reason", cell: ({ reason }) => reason },
          ]}
          rows={changes}
          keyOf={({ id }) => id}
        />
      )}
    </>
  );
}

function Triage({ triage, historyOf, token, now }: AuditsProps & { token: string | null }): JSX.Element {
  return (
    <>
      <h2 id="triage">Triage</h2>
      {triage.length === 0 ? (
        <EmptyState title="No triage yet.">
          Enter a transaction or a row, and the status of its investigation.
        </EmptyState>
      ) : (
        <Table
          caption="Triage"
          columns={[
            { head: "Anomaly", cell: ({ signature, row_id }) => <code>{signature ?? row_id}</code> },
            { head: "Status", cell: ({ status }) => status },
            { head: "Owner", cell: ({ owner }) => owner ?? "" },
            { head: "Due", cell: ({ eta_utc }) => (eta_utc === null ? "" : <Time at={eta_utc} now={now} />) },
            { head: "Note", cell: ({ note }) => note ?? "" },
            { head: "Updated", cell: ({ at }) => <Time at={at} now={now} /> },
            { head: "Earlier", cell: (row) => <Earlier entries={historyOf(row).slice(1)} now={now} /> },
          ]}
          rows={triage}
          keyOf={({ id }) => id}
        />
      )}
      {token !== null && (
        <Action to={`${PATH}/triage`} csrfToken={token} label="Save triage">
          <Field name="signature" label="Signature" note="Leave empty if you enter a row id." />
          <Field name="row_id" label="Row id" />
          <Choice
            name="status"
            label="Status"
            options={TRIAGE_STATUSES.map((status) => [status, status.replaceAll("_", " ")] as const)}
          />
          <Field name="assignee" label="Owner" />
          <TimeField name="eta_utc" label="Due" />
          <Field name="note" label="Note" note="Never public." />
        </Action>
      )}
    </>
  );
}

function Earlier({ entries, now }: { entries: readonly TriageRow[]; now: number }): JSX.Element | null {
  if (entries.length === 0) return null;
  return (
    <details>
      <summary>
        {entries.length} {entries.length === 1 ? "entry" : "entries"}
      </summary>
      <ul>
        {entries.map(({ id, at, status, owner, note, operator }) => (
          <li key={id}>
            <Time at={at} now={now} />: {status}
            {owner !== null && `, ${owner}`}, by {operator}
            {note !== null && `: ${note}`}
          </li>
        ))}
      </ul>
    </details>
  );
}
