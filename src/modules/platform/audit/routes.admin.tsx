/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import type { Operation } from "../../../http/operation.ts";
import { Text } from "../../../http/schema/shapes.ts";
import { EmptyState, Field, type Site, Table, Time } from "../../../pages/index.ts";
import { adminPage } from "../admin-page/index.ts";
import { type AuditEntry, type AuditFilters, listAudit } from "./audit.ts";

const PAGE_ROWS = 100;
const PATH = "/admin/audit";
const Filter = () => Type.Optional(Text(200));
const FILTERS = [
  ["actor", "Operator, command or key"],
  ["action", "Action"],
  ["subject", "Subject"],
] as const;

export function auditRoutes(site: Site): Operation[] {
  return [
    adminPage(site, {
      id: "auditPage",
      path: PATH,
      summary: "All changes with their actors, newest first",
      title: "Audit trail",
      query: Type.Object({
        actor: Filter(),
        action: Type.Optional(Type.String({ pattern: "^[a-z0-9_.-]{1,80}$" })),
        subject: Filter(),
        before: Type.Optional(Type.Integer({ minimum: 1 })),
      }),
      content: ({ sql, query, now }) => {
        const entries = listAudit(sql, PAGE_ROWS, query);
        return <AuditTrail entries={entries} filters={query} now={now} />;
      },
    }),
  ];
}

interface AuditTrailProps {
  entries: readonly AuditEntry[];
  filters: AuditFilters;
  now: number;
}

function AuditTrail({ entries, filters, now }: AuditTrailProps): JSX.Element {
  const last = entries.at(-1);
  return (
    <>
      <p>Entries cannot be changed or deleted: the database refuses it.</p>
      <FilterForm filters={filters} />
      {last === undefined ? (
        <NoEntries isFiltered={linkOf(filters) !== PATH} />
      ) : (
        <AuditTable entries={entries} now={now} />
      )}
      {last !== undefined && entries.length === PAGE_ROWS && (
        <p>
          <a href={linkOf({ ...filters, before: last.id })}>Earlier</a>
        </p>
      )}
    </>
  );
}

function NoEntries({ isFiltered }: { isFiltered: boolean }): JSX.Element {
  return isFiltered ? (
    <p>
      No entries match these filters. <a href={PATH}>Show all</a>
    </p>
  ) : (
    <EmptyState title="Entries appear here">
      <p>Each change by an operator, a command or a job is one entry.</p>
    </EmptyState>
  );
}

function FilterForm({ filters }: { filters: AuditFilters }): JSX.Element {
  return (
    <form method="get" action={PATH} class="form filters">
      {FILTERS.map(([name, label]) => (
        <Field key={name} name={name} label={label} value={filters[name]} />
      ))}
      <button type="submit">Filter</button>
    </form>
  );
}

/** Entries of the trail, with links to those of the same operator, action or subject. */
export function AuditTable({ entries, now }: Pick<AuditTrailProps, "entries" | "now">): JSX.Element {
  return (
    <Table
      caption="Audit trail"
      columns={[
        { head: "When", cell: (entry) => <Time at={entry.created_at} now={now} /> },
        {
          head: "Who",
          cell: ({ actor, actor_kind }) => (
            <>
              <a href={linkOf({ actor })}>{actor}</a> <small>{actor_kind}</small>
            </>
          ),
        },
        {
          head: "Action",
          cell: ({ action }) => (
            <a class="whole" href={linkOf({ action })}>
              {action}
            </a>
          ),
        },
        {
          head: "Subject and details",
          cell: ({ subject, details }) => (
            <>
              <a class="anywhere" href={linkOf({ subject })}>
                {subject}
              </a>
              <Details details={details} />
            </>
          ),
        },
      ]}
      rows={entries}
      keyOf={({ id }) => id}
    />
  );
}

function linkOf(filters: AuditFilters): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined && value !== "");
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return query.size === 0 ? PATH : `${PATH}?${query}`;
}

function Details({ details }: { details: Record<string, unknown> }): JSX.Element | null {
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
