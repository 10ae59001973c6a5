/** @jsxImportSource preact */

import type { JSX } from "preact";
import { DataTable, EmptyState, FilterForm, ListAddress } from "../../../pages/index.ts";
import { type AuditEntry, auditColumns, TRAIL_PATH } from "../audit/index.ts";
import type { TrailQuery } from "./model.ts";
import { PAGE_ROWS } from "./read.ts";

export const CSV_PATH = "/admin/ops/audit-trail.csv";

interface AuditTrailProps {
  entries: readonly AuditEntry[];
  query: TrailQuery;
  now: number;
}

export function AuditTrail({ entries, query, now }: AuditTrailProps): JSX.Element {
  const list = new ListAddress(TRAIL_PATH, query);
  const unshown = { before: undefined, columns: undefined, sort: undefined, format: undefined };
  const isFiltered = list.with(unshown) !== TRAIL_PATH;
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
