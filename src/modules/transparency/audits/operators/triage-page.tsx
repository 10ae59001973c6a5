/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Action,
  Choice,
  Clipped,
  type DataColumn,
  DataTable,
  EmptyState,
  Field,
  FilterForm,
  formToken,
  ListAddress,
  type ListQuery,
  type Reader,
  ShortValue,
  Time,
  TimeField,
  timeColumn,
} from "../../../../pages/index.ts";
import { TRIAGE_STATUSES, type TriageRow } from "../triage/index.ts";
import { AuditSections, TRIAGE_PATH } from "./audit-sections.tsx";

interface TriageProps {
  reader: Reader;
  triage: readonly TriageRow[];
  /** All entries about the same anomaly, newest first. */
  listHistory: (row: TriageRow) => readonly TriageRow[];
  query: ListQuery;
  /** The parameter of the next page; null on the last one. */
  next: readonly ["before", number] | null;
  now: number;
}

const STATUSES = TRIAGE_STATUSES.map((status) => [status, status.replaceAll("_", " ")] as const);

/** The present triage of each anomaly, and the form that sets it. */
export function TriageContent({ reader, triage, listHistory, query, next, now }: TriageProps): JSX.Element {
  const token = formToken(reader);
  const list = new ListAddress(TRIAGE_PATH, query);
  return (
    <>
      <AuditSections current={TRIAGE_PATH} />
      <FilterForm list={list} filters={[{ name: "status", label: "Status", options: STATUSES }]} />
      <DataTable
        caption="Triage, newest first"
        list={list}
        columns={columnsOf(listHistory, now)}
        rows={triage}
        keyOf={({ id }) => id}
        next={next}
      >
        <EmptyState title="Triage will be here.">
          Enter a transaction or a row, and the status of its investigation.
        </EmptyState>
      </DataTable>
      {token !== null && (
        <>
          <h2 id="set">Set the triage of one</h2>
          <Action to={TRIAGE_PATH} csrfToken={token} label="Save triage">
            <Field name="signature" label="Signature" note="Leave empty if you enter a row id." />
            <Field name="row_id" label="Row id" />
            <Choice name="status" label="Status" options={STATUSES} />
            <Field name="assignee" label="Owner" />
            <TimeField name="eta_utc" label="Due" />
            <Field name="note" label="Note" note="Never public." />
          </Action>
        </>
      )}
    </>
  );
}

function columnsOf(historyOf: TriageProps["listHistory"], now: number): DataColumn<TriageRow>[] {
  return [
    {
      id: "anomaly",
      head: "Anomaly",
      value: ({ signature, row_id }) => signature ?? row_id,
      cell: ({ signature, row_id }) => <ShortValue value={signature ?? row_id ?? ""} label="the id" />,
    },
    {
      id: "status",
      head: "Status",
      isMain: true,
      value: ({ status }) => status.replaceAll("_", " "),
    },
    {
      id: "owner",
      head: "Owner",
      value: ({ owner }) => owner,
      cell: ({ owner }) => <Clipped text={owner ?? ""} />,
    },
    timeColumn({ id: "due", head: "Due", at: ({ eta_utc }) => eta_utc, now }),
    {
      id: "note",
      head: "Note",
      value: ({ note }) => note,
      cell: ({ note }) => <Clipped text={note ?? ""} />,
    },
    { id: "by", head: "By", isExtra: true, value: ({ operator }) => operator },
    timeColumn({ id: "updated", head: "Updated", at: ({ at }) => at, now }),
    {
      id: "earlier",
      head: "Earlier",
      value: (row) => historyOf(row).length - 1,
      cell: (row) => <Earlier entries={historyOf(row).slice(1)} now={now} />,
    },
  ];
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
