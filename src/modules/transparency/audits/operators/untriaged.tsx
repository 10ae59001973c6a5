/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Sql } from "../../../../db/sql.ts";
import {
  type DataColumn,
  DataTable,
  EmptyState,
  Identifier,
  ListAddress,
  type ListQuery,
  type Reader,
  ShortValue,
  StatusMark,
  timeColumn,
} from "../../../../pages/index.ts";
import { countedNotice, type Notice } from "../../../platform/notices/index.ts";
import { type AuditRun, findLatestComplete } from "../runs/index.ts";
import { countUntriaged, listUntriaged, type UntriagedRow } from "../triage/index.ts";

const SHOWN = 100;

/** Anomalies of the newest complete run that nobody has triaged. */
export interface Untriaged {
  run: AuditRun;
  count: number;
  rows: readonly UntriagedRow[];
}

/** Null before the first complete run. */
export function readUntriaged(sql: Sql, tokenId: number): Untriaged | null {
  const run = findLatestComplete(sql, tokenId);
  if (run === null) return null;
  const rows = listUntriaged(sql, { run: run.run, tokenId, limit: SHOWN });
  return { run, count: countUntriaged(sql, { run: run.run, tokenId }), rows };
}

/** A notice while anomalies of the newest complete run wait for triage. */
export function auditNotices(sql: Sql, tokenId: number | null): Notice[] {
  const run = tokenId === null ? null : findLatestComplete(sql, tokenId);
  if (tokenId === null || run === null) return [];
  const count = countUntriaged(sql, { run: run.run, tokenId });
  return countedNotice(
    { count, oldestAt: run.finishedAt },
    {
      id: "untriaged_anomalies",
      status: "warn",
      title: `Anomalies of the audit of ${run.label} without triage`,
      path: "/admin/transparency#untriaged",
    },
  );
}

interface UntriagedProps extends Untriaged {
  reader: Reader;
  query: ListQuery;
  now: number;
}

const TRIAGE = {
  to: "/admin/bulk/new",
  csrfToken: null,
  children: (
    <button type="submit" name="kind" value="triage_anomalies">
      Triage selected
    </button>
  ),
};

export function UntriagedAnomalies({ run, count, rows, reader, query, now }: UntriagedProps): JSX.Element {
  return (
    <>
      <h2 id="untriaged">Without triage ({count})</h2>
      <DataTable
        caption={`Anomalies of the audit of ${run.label} without triage`}
        list={new ListAddress("/admin/transparency", query)}
        columns={columnsAt(now)}
        rows={rows}
        keyOf={({ row_id }) => row_id}
        selection={reader.role === "viewer" ? null : TRIAGE}
      >
        <EmptyState title="Every anomaly of the newest run has a triage.">
          Anomalies of severity warn or bad will be here until somebody enters a triage.
        </EmptyState>
      </DataTable>
    </>
  );
}

function columnsAt(now: number): DataColumn<UntriagedRow>[] {
  return [
    {
      id: "type",
      head: "Type",
      value: ({ anomaly_type }) => anomaly_type,
      cell: ({ anomaly_type }) => <Identifier name={anomaly_type} />,
    },
    {
      id: "severity",
      head: "Severity",
      isMain: true,
      value: ({ severity }) => severity,
      cell: ({ severity }) => <StatusMark status={severity === "bad" ? "bad" : "warn"} />,
    },
    {
      id: "transaction",
      head: "Transaction",
      value: ({ signature }) => signature,
      cell: ({ signature }) => signature !== null && <ShortValue value={signature} label="the signature" />,
    },
    {
      id: "row",
      head: "Row",
      value: ({ row_id }) => row_id,
      cell: ({ row_id }) => <ShortValue value={row_id} label="the row" />,
    },
    timeColumn({ id: "time", head: "Time", at: ({ block_time }) => block_time, now }),
  ];
}
