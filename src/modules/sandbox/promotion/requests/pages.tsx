/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Action,
  DataTable,
  EmptyState,
  Field,
  KeyValue,
  ListAddress,
  type ListQuery,
  PARTNER_COLUMN,
  type Reader,
  StatusMark,
  Time,
  timeColumn,
} from "../../../../pages/index.ts";
import { PROMOTIONS_PATH } from "./notices.ts";
import type { RequestRow } from "./store.ts";

const MARKS = { waiting: "warn", granted: "ok", declined: "unknown" } as const;

/** The state of a request, by colour and word. */
export function RequestState({ state }: Pick<RequestRow, "state">): JSX.Element {
  return <StatusMark status={MARKS[state]} word={state} />;
}

interface RequestsProps {
  requests: readonly RequestRow[];
  query: ListQuery;
  now: number;
}

/** The live keys that partners asked for. */
export function Requests({ requests, query, now }: RequestsProps): JSX.Element {
  return (
    <DataTable
      caption="Requests for live keys, waiting ones first"
      list={new ListAddress(PROMOTIONS_PATH, query)}
      columns={[
        {
          id: "key",
          head: "Sandbox key",
          value: ({ key_id }) => key_id,
          cell: ({ key_id }) => <a href={`/admin/keys/${key_id}/promotion`}>{key_id}</a>,
        },
        PARTNER_COLUMN,
        {
          id: "state",
          head: "State",
          isMain: true,
          value: ({ state }) => state,
          cell: ({ state }) => <RequestState state={state} />,
        },
        timeColumn({ id: "asked", head: "Asked", at: ({ asked_at }: RequestRow) => asked_at, now }),
        {
          id: "note",
          head: "Note",
          value: ({ note }) => note,
          cell: ({ note }) => <span class="anywhere">{note ?? "none"}</span>,
        },
        {
          id: "reason",
          head: "Reason",
          value: ({ reason }) => reason,
          isExtra: true,
          cell: ({ reason }) => <span class="anywhere">{reason ?? "none"}</span>,
        },
      ]}
      rows={requests}
      keyOf={({ key_id }) => key_id}
    >
      <EmptyState title="Requests for live keys will be here.">
        Partners ask for them on the sandbox page of their portal.
      </EmptyState>
    </DataTable>
  );
}

interface AskedProps {
  request: RequestRow | null;
  reader: Reader;
  now: number;
}

/** A partner's request on the page of its key, with the form that declines it. */
export function Asked({ request, reader, now }: AskedProps): JSX.Element | null {
  if (request === null) return null;
  const { asked_at, decided_at, key_id, note, reason, state } = request;
  const token = reader.role === "viewer" || state !== "waiting" ? null : reader.csrfToken;
  return (
    <>
      <h2 id="request">The partner's request</h2>
      <KeyValue
        rows={[
          ["State", <RequestState key="state" state={state} />],
          ["Asked", <Time key="asked" at={asked_at} now={now} />],
          ["Note", note ?? "none"],
          ...(decided_at === null
            ? []
            : [["Decided", <Time key="decided" at={decided_at} now={now} />] as const]),
          ...(reason === null ? [] : [["Reason", reason] as const]),
        ]}
      />
      {token !== null && (
        <Action
          to={`/admin/keys/${key_id}/decline-promotion`}
          csrfToken={token}
          label="Decline the request"
          dangerous
        >
          <Field name="reason" label="Reason" required note="The partner reads it." />
        </Action>
      )}
    </>
  );
}
