/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import type { Operation } from "../../../http/operation.ts";
import { EmptyState, type Site, Table, Time } from "../../../pages/index.ts";
import { adminPage } from "../admin-page/index.ts";
import { type AuditEntry, listAudit } from "./audit.ts";

const PAGE_ROWS = 100;

export function auditRoutes(site: Site): Operation[] {
  return [
    adminPage(site, {
      id: "auditPage",
      path: "/admin/audit",
      summary: "Who changed what, newest first",
      title: "Audit trail",
      query: Type.Object({ before: Type.Optional(Type.Integer({ minimum: 1 })) }),
      content: ({ sql, query, now }) => {
        const entries = listAudit(sql, PAGE_ROWS, query.before ?? null);
        return <AuditTrail entries={entries} now={now} />;
      },
    }),
  ];
}

function AuditTrail({ entries, now }: { entries: readonly AuditEntry[]; now: number }): JSX.Element {
  const last = entries.at(-1);
  if (last === undefined) {
    return (
      <EmptyState title="Each change by an operator, a command or a job will be here.">
        Make a partner key, for instance.
      </EmptyState>
    );
  }
  return (
    <>
      <p>Nothing in it can be changed or deleted: the database itself refuses.</p>
      <Table
        caption="Audit trail"
        columns={[
          { head: "When", cell: (entry) => <Time at={entry.created_at} now={now} /> },
          { head: "Who", cell: (entry) => `${entry.actor} (${entry.actor_kind})` },
          { head: "What", cell: (entry) => <code>{entry.action}</code> },
          { head: "Of", cell: (entry) => entry.subject },
          { head: "Details", cell: (entry) => <Details details={entry.details} /> },
        ]}
        rows={entries}
        keyOf={({ id }) => id}
      />
      {entries.length === PAGE_ROWS && (
        <p>
          <a href={`/admin/audit?before=${last.id}`}>Earlier</a>
        </p>
      )}
    </>
  );
}

function Details({ details }: { details: Record<string, unknown> }): JSX.Element {
  const pairs = Object.entries(details);
  return <small>{pairs.map(([name, value]) => `${name}: ${textOf(value)}`).join(", ")}</small>;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
