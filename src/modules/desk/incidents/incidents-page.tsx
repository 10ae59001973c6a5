/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import type { JSX } from "preact";
import { DEFAULT_LIMIT } from "../../../http/input/paging.ts";
import {
  Clipped,
  type DataColumn,
  DataTable,
  EmptyState,
  FilterForm,
  ListAddress,
  type nextPage,
  numberColumn,
  type Reader,
  StatusMark,
  timeColumn,
} from "../../../pages/index.ts";
import { incidentDeskPath, NEW_INCIDENT_PATH, publicIncidentPath } from "../../status/incidents/index.ts";
import type { countByKind } from "../../status/subscribers/index.ts";
import { DEFAULT_HOURS, type IncidentWithUpdates, type ListQuery, MAX_HOURS } from "./model.ts";

export const PATH = "/admin/ops/incidents";

type Incident = Static<typeof IncidentWithUpdates>;

interface IncidentsProps {
  incidents: readonly Incident[];
  reader: Reader;
  query: Static<typeof ListQuery>;
  next: ReturnType<typeof nextPage>;
  subscribers: ReturnType<typeof countByKind>;
  now: number;
}

/** Incidents of a period; their updates are on a page each. */
export function IncidentsContent(props: IncidentsProps): JSX.Element {
  const { incidents, reader, query, next, subscribers, now } = props;
  const list = new ListAddress(PATH, query, { hours: DEFAULT_HOURS, limit: DEFAULT_LIMIT });
  return (
    <>
      <p>
        Checks open and close incidents automatically; operators can create their own. Public incidents appear
        on <a href="/status#incidents">the status page</a> and are sent to subscribers.
      </p>
      {reader.role !== "viewer" && (
        <p>
          <a class="button button-main" href={NEW_INCIDENT_PATH}>
            New incident
          </a>
        </p>
      )}
      <FilterForm
        list={list}
        filters={[
          { name: "severity", label: "Severity", options: ["warn", "bad"] },
          { name: "source", label: "Source", options: ["automatic", "operator"] },
          {
            name: "hours",
            label: "Open in the last",
            unset: "30 days",
            options: [
              ["24", "24 hours"],
              ["168", "7 days"],
              ["2160", "90 days"],
              [String(MAX_HOURS), "365 days"],
            ],
          },
        ]}
      />
      <DataTable
        caption="Incidents, newest first"
        list={list}
        columns={columnsAt(now)}
        rows={incidents}
        keyOf={({ id }) => id}
        next={next}
      >
        <EmptyState title="Incidents will be here.">
          None in this period. A check that is bad opens one, and so do operators.
        </EmptyState>
      </DataTable>
      <h2 id="subscribers">Subscribers</h2>
      <p>
        {subscribers.email} by mail, {subscribers.webhook} by webhook, {subscribers.slack} by Slack.
        {subscribers.off > 0 &&
          ` ${subscribers.off} switched off, because posts failed for three days or the receiver was gone; deleted after 30 days.`}{" "}
        <a href="/status/subscribe">The form</a>
      </p>
      <p class="sources">
        <a href="/admin/ops/incidents/export.json">As JSON</a>
        {incidents.length > 0 && (
          <>
            ; draft report of the newest: <a href="/admin/ops/incidents/draft.md?hours=720">Markdown</a>,{" "}
            <a href="/admin/ops/incidents/draft.txt?hours=720">text</a>
          </>
        )}
      </p>
    </>
  );
}

function columnsAt(now: number): DataColumn<Incident>[] {
  return [
    {
      id: "title",
      head: "Incident",
      value: ({ title }) => title,
      cell: ({ id, title }) => (
        <a href={incidentDeskPath(id)}>
          <Clipped text={title} />
        </a>
      ),
    },
    {
      id: "severity",
      head: "Severity",
      isMain: true,
      value: ({ severity }) => severity,
      cell: ({ severity }) => <StatusMark status={severity} />,
    },
    { id: "state", head: "State", value: ({ state }) => state },
    { id: "source", head: "Source", value: ({ source }) => source },
    {
      id: "shown_to",
      head: "Shown to",
      value: (incident) => (incident.public ? "everyone" : "operators"),
      cell: (incident) =>
        incident.public ? <a href={publicIncidentPath(incident.id)}>everyone</a> : "operators",
    },
    timeColumn({ id: "from", head: "From", at: ({ started_at }) => started_at, now }),
    timeColumn({ id: "to", head: "To", at: ({ ended_at }) => ended_at, none: "open", now }),
    numberColumn({ id: "updates", head: "Updates", value: ({ updates }) => updates.length }),
    timeColumn({
      id: "updated",
      head: "Last update",
      at: ({ updates }) => updates[0]?.at ?? null,
      none: "none",
      now,
    }),
    numberColumn({ id: "id", head: "Number", isExtra: true, value: ({ id }) => id }),
    {
      id: "checks",
      head: "Checks",
      isExtra: true,
      value: ({ checks }) => checks.join(", ") || "the whole service",
    },
  ];
}
