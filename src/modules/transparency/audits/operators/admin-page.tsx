/** @jsxImportSource preact */

import type { JSX } from "preact";
import { isoUtc } from "../../../../kit/clock.ts";
import {
  Action,
  Alert,
  EmptyState,
  Field,
  type Reader,
  StatusMark,
  Table,
  Time,
} from "../../../../pages/index.ts";
import type { ThresholdDefinition } from "../detectors/index.ts";
import type { ThresholdChange } from "../policy/index.ts";
import type { AuditRun } from "../runs/index.ts";
import { TRIAGE_STATUSES, type TriageRow } from "../triage/index.ts";

export const PATH = "/admin/transparency";

/** A form that was refused: what was entered, and what is wrong with it. */
export interface Refusal {
  /** The path that it was sent to. */
  form: string;
  message: string;
  /** By field. */
  values: Readonly<Record<string, string>>;
  faults: ReadonlyMap<string, string>;
}

interface AuditsProps {
  reader: Reader;
  runs: readonly AuditRun[];
  baseline: AuditRun | null;
  thresholds: readonly (ThresholdDefinition & { value: number })[];
  changes: readonly ThresholdChange[];
  triage: readonly TriageRow[];
  refused: Refusal | null;
  now: number;
}

/** Runs, thresholds and triage, each with its form. */
export function AuditsContent(props: AuditsProps): JSX.Element {
  const { reader, runs, baseline, refused, now } = props;
  const token = reader.role === "viewer" ? null : reader.csrfToken;
  return (
    <>
      <p>
        What the public sees: <a href="/transparency/audit-anomalies">the audit page</a>. Pinned baseline:{" "}
        {baseline === null ? "none" : baseline.run}.
      </p>
      {refused !== null && <Alert word="Not done">{refused.message}</Alert>}
      <h2 id="runs">Runs</h2>
      <Runs runs={runs} now={now} />
      {token !== null && (
        <>
          <Form to={`${PATH}/runs`} token={token} label="Run audit" refused={refused} main>
            {(field) => (
              <>
                <Field {...field("from", "From, with offset")} note="Empty with To: the UTC day before." />
                <Field
                  {...field("to", "To, with offset")}
                  note="Such as 2026-11-21T00:00:00Z; not included."
                />
              </>
            )}
          </Form>
          <Form to={`${PATH}/baseline`} token={token} label="Pin baseline" refused={refused}>
            {(field) => <Field {...field("run", "Run")} note="A complete run's id; empty unpins." />}
          </Form>
        </>
      )}
      <Thresholds {...props} token={token} />
      <Triage {...props} token={token} />
    </>
  );
}

function Runs({ runs, now }: Pick<AuditsProps, "runs" | "now">): JSX.Element {
  if (runs.length === 0)
    return (
      <EmptyState title="Runs will be here.">
        The job <code>audit_run</code> makes one per day once the chain was read; so does{" "}
        <code>salute audits run</code>.
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
  refused,
  token,
  now,
}: AuditsProps & { token: string | null }): JSX.Element {
  return (
    <>
      <h2 id="thresholds">Thresholds</h2>
      <Table
        caption="Thresholds in force"
        columns={[
          { head: "Parameter", cell: ({ name }) => <code>{name}</code> },
          { head: "Value", cell: ({ value }) => String(value), numeric: true },
          { head: "Default", cell: (each) => String(each.default), numeric: true },
          { head: "Meaning", cell: ({ meaning }) => meaning },
        ]}
        rows={thresholds}
        keyOf={({ name }) => name}
      />
      {token !== null && (
        <Form to={`${PATH}/thresholds`} token={token} label="Change threshold" refused={refused}>
          {(field) => (
            <>
              <Field {...field("parameter", "Parameter")} required />
              <Field {...field("new_value", "New value")} required />
              <Field {...field("owner", "Owner")} required note="Who stands for the change; public." />
              <Field {...field("reason", "Reason")} required note="Public." />
            </>
          )}
        </Form>
      )}
      {changes.length > 0 && (
        <Table
          caption="Changes of thresholds"
          columns={[
            { head: "Changed", cell: ({ changed_at }) => <Time at={changed_at} now={now} /> },
            { head: "Parameter", cell: ({ parameter }) => <code>{parameter}</code> },
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

function Triage({ triage, refused, token, now }: AuditsProps & { token: string | null }): JSX.Element {
  return (
    <>
      <h2 id="triage">Triage</h2>
      {triage.length === 0 ? (
        <EmptyState title="Statements about anomalies will be here.">
          Name a transaction or a row, and say what is being done about it.
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
          ]}
          rows={triage}
          keyOf={({ id }) => id}
        />
      )}
      {token !== null && (
        <Form to={`${PATH}/triage`} token={token} label="Save statement" refused={refused}>
          {(field) => (
            <>
              <Field {...field("signature", "Signature")} note="Or a row below." />
              <Field {...field("row_id", "Row id")} />
              <Field {...field("status", "Status")} required note={TRIAGE_STATUSES.join(", ")} />
              <Field {...field("assignee", "Owner")} />
              <Field {...field("eta_utc", "Due, with offset")} note={`Such as ${isoUtc(now)}.`} />
              <Field {...field("note", "Note")} note="Never public." />
            </>
          )}
        </Form>
      )}
    </>
  );
}

interface FieldProps {
  name: string;
  label: string;
  value: string | undefined;
  fault: string | undefined;
}

interface FormProps {
  to: string;
  token: string;
  label: string;
  refused: Refusal | null;
  main?: boolean;
  children: (field: (name: string, label: string) => FieldProps) => JSX.Element;
}

/** A form that shows again what was entered, and what is wrong with it. */
function Form({ to, token, label, refused, main, children }: FormProps): JSX.Element {
  const ours = refused?.form === to ? refused : null;
  const field = (name: string, title: string): FieldProps => ({
    name,
    label: title,
    value: ours?.values[name],
    fault: ours?.faults.get(name),
  });
  return (
    <Action to={to} csrfToken={token} label={label} {...(main ? { main } : {})}>
      {children(field)}
    </Action>
  );
}
