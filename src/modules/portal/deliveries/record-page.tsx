/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import type { JSX } from "preact";
import {
  Action,
  CodeBlock,
  EmptyState,
  KeyValue,
  type Reader,
  StatusMark,
  Table,
  Time,
} from "../../../pages/index.ts";
import { type AttemptList, describeError, type OneDelivery } from "../../webhooks/deliveries/index.ts";
import { MARKS, NextAttempt, toWord } from "../../webhooks/delivery-desk/index.ts";
import { PATH } from "./list-page.tsx";

interface RecordProps {
  reader: Reader;
  record: Static<typeof OneDelivery>;
  attempts: Static<typeof AttemptList>["attempts"];
  now: number;
}

/** One record: the request as it was sent, and each attempt with its answer. */
export function Delivery({ reader, record: { event, request }, attempts, now }: RecordProps): JSX.Element {
  const time = (at: string | null) => (at === null ? "never" : <Time at={Date.parse(at)} now={now} />);
  return (
    <>
      <KeyValue
        rows={[
          ["Delivery", event.id],
          ["State", <StatusMark key="state" status={MARKS[event.status]} word={toWord(event.status)} />],
          ["Event", <span key="event" class="anywhere">{`${event.event_type}, ${event.event_uid}`}</span>],
          [
            "Webhook",
            <a key="webhook" href={`${PATH}?webhook_id=${event.webhook_id}`}>
              {event.webhook_id}
            </a>,
          ],
          [
            "Endpoint",
            <span key="endpoint" class="anywhere">
              {event.target_url}
            </span>,
          ],
          ["Made", time(event.created_at)],
          [
            "Next attempt",
            <NextAttempt
              key="next"
              at={event.next_attempt_at === null ? null : Date.parse(event.next_attempt_at)}
              now={now}
            />,
          ],
          ["Delivered", time(event.delivered_at)],
          ["Last error", event.last_error ?? "none"],
        ]}
      />
      <Retry reader={reader} event={event} />
      <h2 id="request">Request of the last attempt</h2>
      <SentRequest request={request} />
      <h2 id="attempts">Attempts</h2>
      <Attempts attempts={attempts} now={now} />
    </>
  );
}

function SentRequest({ request }: { request: RecordProps["record"]["request"] }): JSX.Element {
  if (request === null)
    return <EmptyState title="The request will be here.">The first attempt has not started yet.</EmptyState>;
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      <CodeBlock code={headers.join("\n")} label="headers" />
      <CodeBlock code={request.body} label="body, byte for byte" />
    </>
  );
}

function Attempts({ attempts, now }: Pick<RecordProps, "attempts" | "now">): JSX.Element {
  if (attempts.length === 0)
    return (
      <EmptyState title="Each attempt will be here.">
        The first starts as soon as the record is due.
      </EmptyState>
    );
  return (
    <Table
      caption="Attempts, newest first"
      columns={[
        { head: "Attempt", cell: ({ attempt, probe }) => `${attempt}${probe ? " (probe)" : ""}` },
        { head: "At", cell: ({ attempted_at }) => <Time at={Date.parse(attempted_at)} now={now} /> },
        { head: "Status", cell: ({ http_status }) => http_status ?? "no answer", numeric: true },
        { head: "Duration ms", cell: ({ duration_ms }) => duration_ms.toLocaleString("en"), numeric: true },
        {
          head: "Error",
          cell: ({ error, reason_tag }) => (
            <span class="anywhere">{describeError(reason_tag, error) ?? "none"}</span>
          ),
        },
        { head: "Answer", cell: ({ response_excerpt }) => <Excerpt text={response_excerpt} /> },
      ]}
      rows={attempts}
      keyOf={({ attempt, attempted_at }) => `${attempt} ${attempted_at}`}
    />
  );
}

function Excerpt({ text }: { text: string | null }): JSX.Element {
  if (text === null || text === "") return <>none</>;
  return (
    <details>
      <summary>Show</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </details>
  );
}

const ENDED = ["failed", "delivered", "dead_letter"];

function Retry({ reader, event }: { reader: Reader; event: RecordProps["record"]["event"] }) {
  if (reader.role === "viewer" || reader.csrfToken === null || !ENDED.includes(event.status)) return null;
  const label = event.status === "delivered" ? "Send again" : "Retry";
  return <Action to={`${PATH}/${event.id}/retry`} csrfToken={reader.csrfToken} label={label} />;
}
