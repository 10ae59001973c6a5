/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Sql } from "../../../../db/sql.ts";
import { EmptyState, Identifier, StatusMark, Table, Time } from "../../../../pages/index.ts";
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

export function UntriagedAnomalies({ run, count, rows, now }: Untriaged & { now: number }): JSX.Element {
  return (
    <>
      <h2 id="untriaged">Without triage ({count})</h2>
      {rows.length === 0 ? (
        <EmptyState title="Every anomaly of the newest run has a triage.">
          Anomalies of severity warn or bad will be here until somebody enters a triage.
        </EmptyState>
      ) : (
        <Table
          caption={`Anomalies of the audit of ${run.label} without triage`}
          columns={[
            { head: "Type", cell: ({ anomaly_type }) => <Identifier name={anomaly_type} /> },
            {
              head: "Severity",
              cell: ({ severity }) => <StatusMark status={severity === "bad" ? "bad" : "warn"} />,
            },
            { head: "Transaction", cell: ({ signature }) => <code>{signature ?? "none"}</code> },
            { head: "Row", cell: ({ row_id }) => <code>{row_id}</code> },
            {
              head: "Time",
              cell: ({ block_time: at }) => (at === null ? "" : <Time at={at} now={now} />),
            },
          ]}
          rows={rows}
          keyOf={({ row_id }) => row_id}
        />
      )}
    </>
  );
}
