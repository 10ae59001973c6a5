/** @jsxImportSource preact */

import { type Static, Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import { ShownQuery } from "../../../http/input/paging.ts";
import type { MemberActor, Operation } from "../../../http/operation.ts";
import { EnteredTime, Text } from "../../../http/schema/shapes.ts";
import { timeOfEntry } from "../../../kit/clock.ts";
import {
  DataTable,
  EmptyState,
  FilterForm,
  ListAddress,
  type Status,
  StatusMark,
  Time,
} from "../../../pages/index.ts";
import { findLogged, type LoggedRequest, listLogged, type RequestLog } from "../../desk/request-log/index.ts";
import { type Audience, sessionPage } from "../../platform/admin-page/index.ts";
import { type OwnFiles, ownNames } from "../own-keys.ts";

const PATH = "/partners/requests";
const ROWS = 50;
/** Requests with one id that are examined: clients choose the id, so that others may have used it too. */
const SAME_ID = 1_000;

const RequestQuery = Type.Object({
  request_id: Type.Optional(Text(128, { description: "Only requests with this id." })),
  route: Type.Optional(Text(120, { description: "Part of the method and path." })),
  status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599, description: "Only this status." })),
  from: Type.Optional(EnteredTime({ description: "At or after this UTC day or time." })),
  to: Type.Optional(EnteredTime({ description: "Up to this UTC day or time." })),
  ...ShownQuery,
  before: Type.Optional(Type.Integer({ minimum: 1, description: "Only earlier requests than this number." })),
});

interface RequestParts {
  members: Audience<MemberActor>;
  files: OwnFiles;
  requestLog: RequestLog;
}

/** A partner's changes and refused requests, 30 days. */
export function requestRoutes(parts: RequestParts): Operation[] {
  return [
    sessionPage(parts.members, {
      id: "portalRequestsPage",
      path: PATH,
      summary: "A partner's changes and refused requests by id, route, status and time",
      title: "Requests",
      query: RequestQuery,
      content: ({ actor, query, now }) => (
        <Requests {...readRequests(parts, actor, query)} list={new ListAddress(PATH, query)} now={now} />
      ),
    }),
  ];
}

function readRequests(
  { files, requestLog }: RequestParts,
  { partner }: MemberActor,
  { request_id: requestId, route, status, from, to, before }: Static<typeof RequestQuery>,
): { rows: LoggedRequest[]; before: number | null } {
  const { read } = files.live;
  const callers = ownNames(files, partner);
  if (requestId !== undefined) {
    const found = findLogged(read, requestLog, { requestId, limit: SAME_ID });
    return { rows: found.filter(({ caller }) => callers.includes(caller)), before: null };
  }
  const at = (text: string | undefined) => (text === undefined ? null : timeOfEntry(text));
  const filters = { callers, route: route ?? null, status: status ?? null, from: at(from), to: at(to) };
  return listLogged(read, requestLog, { filters, before: before ?? null, limit: ROWS });
}

interface RequestsProps {
  rows: readonly LoggedRequest[];
  before: number | null;
  list: ListAddress;
  now: number;
}

function Requests({ rows, before, list, now }: RequestsProps): JSX.Element {
  return (
    <>
      <p>
        Changes and refused requests of your keys, with those of these pages. Kept 30 days, without bodies.
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
          { id: "at", head: "At", cell: ({ at }) => <Time at={at} now={now} /> },
          { id: "route", head: "Route", cell: ({ route }) => <span class="anywhere">{route}</span> },
          {
            id: "status",
            head: "Status",
            cell: ({ status, refusal }) => (
              <StatusMark
                status={markOf(status)}
                word={refusal === null ? `${status}` : `${status} ${refusal}`}
              />
            ),
          },
          { id: "caller", head: "Key", cell: ({ caller }) => <span class="anywhere">{caller}</span> },
          {
            id: "ms",
            head: "Duration ms",
            isExtra: true,
            cell: (each) => each.duration_ms.toLocaleString("en"),
            numeric: true,
          },
          { id: "id", head: "Request id", cell: (each) => <span class="anywhere">{each.request_id}</span> },
          {
            id: "key",
            head: "Idempotency-Key",
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
            "A change or a refusal appears here within a second."
          ) : (
            <a href={list.with({ before })}>Search earlier requests</a>
          )}
        </EmptyState>
      </DataTable>
    </>
  );
}

function markOf(status: number): Status {
  if (status >= 500) return "bad";
  return status >= 400 ? "warn" : "ok";
}
