/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Action,
  EmptyState,
  Field,
  formToken,
  Identifier,
  type ListQuery,
  type Reader,
  Table,
  Time,
} from "../../../../pages/index.ts";
import type { ThresholdDefinition } from "../detectors/index.ts";
import type { ThresholdChange } from "../policy/index.ts";
import { AuditSections, PATH } from "./audit-sections.tsx";
import { type Untriaged, UntriagedAnomalies } from "./untriaged.tsx";

interface AuditsProps {
  reader: Reader;
  thresholds: readonly (ThresholdDefinition & { value: number })[];
  changes: readonly ThresholdChange[];
  /** Null before the first complete run. */
  untriaged: Untriaged | null;
  /** How the anomalies without triage are shown. */
  query: ListQuery;
  now: number;
}

/** The anomalies without triage, and the thresholds with the form that changes them. */
export function AuditsContent(props: AuditsProps): JSX.Element {
  const { reader, untriaged, query, now } = props;
  const token = formToken(reader);
  return (
    <>
      <AuditSections current={PATH} />
      <p>
        Public view: <a href="/transparency/audit-anomalies">audit page</a>.
      </p>
      {untriaged === null ? (
        <EmptyState title="Anomalies without triage will be here.">
          No audit is complete yet. <a href="/admin/transparency/runs#run">Run one</a>, or wait for the job of
          each day.
        </EmptyState>
      ) : (
        <UntriagedAnomalies {...untriaged} {...{ reader, query, now }} />
      )}
      <Thresholds {...props} token={token} />
    </>
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
