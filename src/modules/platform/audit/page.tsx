/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  type DataColumn,
  DataTable,
  EmptyState,
  FilterForm,
  ListAddress,
  Table,
  Time,
} from "../../../pages/index.ts";
import type { AuditEntry, AuditFilters } from "./audit.ts";
import type { TrailQuery } from "./model.ts";
import { PAGE_ROWS } from "./read.ts";

export const PATH = "/admin/audit";
export const CSV_PATH = "/admin/ops/audit-trail.csv";

interface AuditTrailProps {
  entries: readonly AuditEntry[];
  query: TrailQuery;
  now: number;
}

export function AuditTrail({ entries, query, now }: AuditTrailProps): JSX.Element {
  const list = new ListAddress(PATH, query);
  const unshown = { before: undefined, columns: undefined, sort: undefined };
  const isFiltered = list.with(unshown) !== PATH;
  const last = entries.at(-1);
  const isFull = entries.length === PAGE_ROWS && last !== undefined;
  return (
    <>
      <p>Entries cannot be changed or deleted: the database refuses it.</p>
      <FilterForm
        list={list}
        filters={[
          { name: "actor", label: "Operator, command or key" },
          { name: "action", label: "Action" },
          { name: "subject", label: "Subject" },
          { name: "from", label: "From", kind: "time" },
          { name: "to", label: "To", kind: "time" },
        ]}
      />
      <DataTable
        caption="Audit trail"
        list={list}
        columns={auditColumns(now)}
        rows={entries}
        keyOf={({ id }) => id}
        next={isFull ? ["before", last.id] : null}
        csv={new ListAddress(CSV_PATH, query).with(unshown)}
      >
        {isFiltered ? (
          <p>No entries match these filters.</p>
        ) : (
          <EmptyState title="Entries appear here">
            <p>Each change by an operator, a command or a job is one entry.</p>
          </EmptyState>
        )}
      </DataTable>
    </>
  );
}

/** Entries of the trail on another page, with links to those of the same operator, action or subject. */
export function AuditTable({ entries, now }: Pick<AuditTrailProps, "entries" | "now">): JSX.Element {
  return <Table caption="Audit trail" columns={auditColumns(now)} rows={entries} keyOf={({ id }) => id} />;
}

function auditColumns(now: number): DataColumn<AuditEntry>[] {
  const linkTo = (filters: AuditFilters) => new ListAddress(PATH, { ...filters }).with({});
  return [
    { id: "at", head: "When", cell: (entry) => <Time at={entry.created_at} now={now} /> },
    {
      id: "actor",
      head: "Who",
      cell: ({ actor, actor_kind }) => (
        <>
          {actor !== "" && <a href={linkTo({ actor })}>{actor}</a>} <small>{actor_kind}</small>
        </>
      ),
    },
    {
      id: "action",
      head: "Action",
      cell: ({ action }) => (
        <a class="whole" href={linkTo({ action })}>
          {action}
        </a>
      ),
    },
    {
      id: "subject",
      head: "Subject and details",
      cell: ({ subject, details }) => (
        <>
          <a class="anywhere" href={linkTo({ subject })}>
            {subject}
          </a>
          <AuditDetails details={details} />
        </>
      ),
    },
  ];
}

/** What an entry records, as text. */
export function AuditDetails({ details }: { details: Record<string, unknown> }): JSX.Element | null {
  const pairs = Object.entries(details);
  if (pairs.length === 0) return null;
  return (
    <small class="anywhere details">
      {pairs.map(([name, value]) => `${name.replaceAll("_", " ")}: ${textOf(value)}`).join("; ")}
    </small>
  );
}

function textOf(value: unknown): string {
  if (value === null) return "none";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(textOf).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
