/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import type { JSX } from "preact";
import { isoUtc } from "../../../kit/clock.ts";
import { KeyValue, StatusMark, Table, Time } from "../../../pages/index.ts";
import type { LoggedRequest } from "../../desk/request-log/index.ts";
import type { LedgerEntry } from "../../ledger/entries/index.ts";
import { EntryLink } from "../ledger/index.ts";
import { judgeStatus } from "./list-page.tsx";

interface OneRequestProps {
  /** Those with the same id, newest first, at least one. */
  requests: readonly LoggedRequest[];
  entries: readonly Static<typeof LedgerEntry>[];
  now: number;
}

/** One request id: each request that had it, and the ledger entries that they made. */
export function OneRequest({ requests, entries, now }: OneRequestProps): JSX.Element {
  return (
    <>
      {requests.map((request) => (
        <Facts key={`${request.at} ${request.route}`} request={request} now={now} />
      ))}
      {entries.length > 0 && (
        <>
          <h2 id="entries">Ledger entries</h2>
          <Entries entries={entries} now={now} />
        </>
      )}
    </>
  );
}

function Facts({ request, now }: { request: LoggedRequest; now: number }): JSX.Element {
  const { at, caller, duration_ms, idempotency_key, refusal, request_id, route, status } = request;
  const word = refusal === null ? `${status}` : `${status} ${refusal}`;
  const minute = (time: number) => encodeURIComponent(isoUtc(time).slice(0, 16).replace("T", " "));
  const deliveries = `/partners/deliveries?from=${minute(at)}&to=${minute(at)}`;
  return (
    <KeyValue
      rows={[
        ["Request", <code key="id">{request_id}</code>],
        ["At", <Time key="at" at={at} now={now} />],
        ["Route", <code key="route">{route}</code>],
        ["Status", <StatusMark key="status" status={judgeStatus(status)} word={word} />],
        ["Duration", `${duration_ms.toLocaleString("en")} ms`],
        ["Caller", <Caller key="caller" name={caller} />],
        ["Idempotency-Key", <code key="intent">{idempotency_key ?? "none"}</code>],
        ["Body", "not kept"],
        [
          "Deliveries",
          <a key="deliveries" href={deliveries}>
            those of its minute
          </a>,
        ],
      ]}
    />
  );
}

function Caller({ name }: { name: string }): JSX.Element {
  if (!name.startsWith("pk_")) return <>these pages</>;
  return (
    <a class="anywhere" href={`/partners/keys/${name}`}>
      {name}
    </a>
  );
}

function Entries({ entries, now }: Pick<OneRequestProps, "entries" | "now">): JSX.Element {
  return (
    <Table
      caption="Ledger entries of this request's Idempotency-Key"
      columns={[
        { head: "Entry", cell: ({ id }) => <EntryLink id={id} /> },
        { head: "User", cell: ({ user_id }) => user_id },
        { head: "Change", cell: ({ delta }) => delta.toLocaleString("en"), numeric: true },
        { head: "Balance after", cell: (each) => each.balance_after.toLocaleString("en"), numeric: true },
        { head: "Reason", cell: ({ reason }) => <span class="anywhere">{reason}</span> },
        { head: "Created", cell: ({ created_at }) => <Time at={Date.parse(created_at)} now={now} /> },
      ]}
      rows={entries}
      keyOf={({ id }) => String(id)}
    />
  );
}
