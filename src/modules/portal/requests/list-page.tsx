/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  DataTable,
  EmptyState,
  FilterForm,
  type ListAddress,
  numberColumn,
  type Status,
  StatusMark,
  timeColumn,
} from "../../../pages/index.ts";
import type { LoggedRequest } from "../../desk/request-log/index.ts";

export const PATH = "/partners/requests";

interface RequestsProps {
  rows: readonly LoggedRequest[];
  before: number | null;
  list: ListAddress;
  now: number;
}

/** A page of a partner's logged requests. */
export function Requests({ rows, before, list, now }: RequestsProps): JSX.Element {
  return (
    <>
      <p>
        Changes, refused requests and successful reads of your keys, with changes and refusals of these pages.
        Kept 30 days, without bodies. Of reads, each key's first 60 are here, and three more a minute.
      </p>
      <FilterForm
        list={list}
        filters={[
          { name: "request_id", label: "Request id" },
          { name: "route", label: "Route" },
          { name: "status", label: "Status" },
          { name: "from", label: "From", kind: "time" },
          { name: "to", label: "To", kind: "time" },
        ]}
      />
      <DataTable
        caption="Requests, newest first"
        list={list}
        columns={[
          timeColumn({ id: "at", head: "At", at: ({ at }: LoggedRequest) => at, now }),
          {
            id: "route",
            head: "Route",
            value: ({ route }) => route,
            cell: ({ route }) => <span class="anywhere">{route}</span>,
          },
          {
            id: "status",
            head: "Status",
            isMain: true,
            value: ({ status }) => status,
            cell: ({ status, refusal }) => (
              <StatusMark
                status={judgeStatus(status)}
                word={refusal === null ? `${status}` : `${status} ${refusal}`}
              />
            ),
          },
          {
            id: "caller",
            head: "Key",
            value: ({ caller }) => caller,
            cell: ({ caller }) => <span class="anywhere">{caller}</span>,
          },
          numberColumn({
            id: "ms",
            head: "Duration ms",
            isExtra: true,
            value: ({ duration_ms }: LoggedRequest) => duration_ms,
          }),
          {
            id: "id",
            head: "Request id",
            value: ({ request_id }) => request_id,
            cell: ({ request_id: id }) => (
              <a class="anywhere" href={`${PATH}/${encodeURIComponent(id)}`}>
                {id}
              </a>
            ),
          },
          {
            id: "key",
            head: "Idempotency-Key",
            value: ({ idempotency_key }) => idempotency_key,
            isExtra: true,
            cell: (each) => <span class="anywhere">{each.idempotency_key ?? "none"}</span>,
          },
        ]}
        rows={rows}
        keyOf={({ request_id, at }) => `${request_id} ${at}`}
        next={before === null ? null : ["before", before]}
      >
        <EmptyState title="No request to show.">
          {before === null ? (
            "A request appears here within a second."
          ) : (
            <a href={list.with({ before })}>Search earlier requests</a>
          )}
        </EmptyState>
      </DataTable>
    </>
  );
}

/** How a status is marked. */
export function judgeStatus(status: number): Status {
  if (status >= 500) return "bad";
  return status >= 400 ? "warn" : "ok";
}
