/** @jsxImportSource preact */

import type { JSX } from "preact";
import { type DataColumn, ListAddress, Table, tableColumn, timeColumn } from "../../../pages/index.ts";
import type { AuditEntry, AuditFilters } from "./audit.ts";

/** The page of the whole trail. */
export const TRAIL_PATH = "/admin/audit";

/** Entries of the trail on another page, with links to those of the same operator, action or subject. */
export function AuditTable({ entries, now }: { entries: readonly AuditEntry[]; now: number }): JSX.Element {
  const columns = auditColumns(now).map(tableColumn);
  return <Table caption="Audit trail" columns={columns} rows={entries} keyOf={({ id }) => id} />;
}

export function auditColumns(now: number): DataColumn<AuditEntry>[] {
  const linkTo = (filters: Pick<AuditFilters, "actor" | "action" | "subject">) =>
    new ListAddress(TRAIL_PATH, filters).with({});
  return [
    timeColumn({ id: "at", head: "When", at: ({ created_at }) => created_at, now }),
    {
      id: "actor",
      head: "Who",
      value: ({ actor, actor_kind }) => `${actor_kind} ${actor}`.trim(),
      cell: ({ actor, actor_kind }) => (
        <>
          {actor !== "" && <a href={linkTo({ actor })}>{actor}</a>} <small>{actor_kind}</small>
        </>
      ),
    },
    {
      id: "action",
      head: "Action",
      value: ({ action }) => action,
      cell: ({ action }) => (
        <a class="whole" href={linkTo({ action })}>
          {action}
        </a>
      ),
    },
    {
      id: "subject",
      head: "Subject and details",
      value: ({ subject, details }) => `${subject} ${JSON.stringify(details)}`,
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
