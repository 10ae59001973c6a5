/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Action,
  CodeBlock,
  EmptyState,
  KeyValue,
  PartnerLink,
  type Reader,
  StatusMark,
  Table,
  Time,
  UserLink,
} from "../../../pages/index.ts";
import { type AttemptRow, type DeliveryView, describeError, maskedHeaders } from "../deliveries/index.ts";
import { plainHeaders } from "../envelope/index.ts";
import { MARKS, NextAttempt, toWord } from "./list-page.tsx";
import { PATH, toQuery } from "./model.ts";

interface RecordProps {
  reader: Reader;
  view: DeliveryView;
  partner: string;
  /** Body of every attempt, byte for byte. */
  body: string;
  /** Id of the event's user; null without one. */
  userId: string | null;
  attempts: readonly AttemptRow[];
  hasMoreAttempts: boolean;
  now: number;
}

/** One record: what is sent, and each attempt with its headers and answer. */
export function DeliveryRecord(props: RecordProps): JSX.Element {
  const { reader, view, partner, body, userId, attempts, now } = props;
  const time = (at: number | null) => (at === null ? "never" : <Time at={at} now={now} />);
  return (
    <>
      <KeyValue
        rows={[
          ["Delivery", view.id],
          ["State", <StatusMark key="state" status={MARKS[view.state]} word={toWord(view.state)} />],
          ["Partner", <PartnerLink key="partner" name={partner} />],
          ...(userId === null ? [] : ([["User", <UserLink key="user" id={userId} />]] as const)),
          ["Event", `${view.event_type}, ${view.event_uid}`],
          [
            "Webhook",
            <a key="webhook" href={`${PATH}${toQuery({ webhook_id: view.webhook_id })}`}>
              {view.webhook_id}
            </a>,
          ],
          [
            "Endpoint",
            <span key="endpoint" class="anywhere">
              {view.target_url}
            </span>,
          ],
          ["Made", time(view.created_at)],
          ["Attempts", view.attempts],
          ["Next attempt", <NextAttempt key="next" at={view.next_attempt_at} now={now} />],
          ["Delivered", time(view.delivered_at)],
          ["Last error", describeError(view.reason_tag, view.last_error) ?? "none"],
        ]}
      />
      <Retry reader={reader} view={view} />
      <h2 id="payload">Payload</h2>
      <CodeBlock code={body} label="body, byte for byte" />
      <CodeBlock
        code={JSON.stringify(JSON.parse(body), null, 2)}
        label="the same, indented"
        language="json"
      />
      <h2 id="attempts">Attempts</h2>
      <Attempts {...{ view, attempts, body, now }} />
      {props.hasMoreAttempts && <p>These are the newest {attempts.length}.</p>}
      {attempts.length === 0 && (
        <EmptyState title="Each attempt will be here.">
          The first starts as soon as the record is due.
        </EmptyState>
      )}
    </>
  );
}

function Attempts({ view, attempts, body, now }: Pick<RecordProps, "view" | "attempts" | "body" | "now">) {
  if (attempts.length === 0) return null;
  return (
    <Table
      caption="Attempts, newest first"
      columns={[
        {
          head: "Attempt",
          cell: ({ attempt, is_probe }) => `${attempt}${is_probe === 1 ? " (probe)" : ""}`,
        },
        { head: "At", cell: ({ attempted_at }) => <Time at={attempted_at} now={now} /> },
        { head: "Status", cell: ({ http_status }) => http_status ?? "no answer", numeric: true },
        { head: "Duration ms", cell: ({ duration_ms }) => duration_ms.toLocaleString("en"), numeric: true },
        {
          head: "Error",
          cell: ({ error, reason_tag }) => (
            <span class="anywhere">{describeError(reason_tag, error) ?? "none"}</span>
          ),
        },
        { head: "Request headers", cell: (attempt) => <Headers {...{ view, attempt, body }} /> },
        { head: "Answer", cell: ({ response_excerpt }) => <Excerpt text={response_excerpt} /> },
      ]}
      rows={attempts}
      keyOf={({ id }) => id}
    />
  );
}

/** All headers except the signatures, which are not stored; values of the partner's own ones are masked. */
function Headers({ view, attempt, body }: { view: DeliveryView; attempt: AttemptRow; body: string }) {
  const event = { uid: view.event_uid, event_type: view.event_type };
  const headers = {
    ...maskedHeaders(attempt.header_names),
    ...plainHeaders(event, attempt.attempt, attempt.attempted_at),
  };
  const lines = Object.entries({ ...headers, "content-length": String(Buffer.byteLength(body)) });
  return (
    <details>
      <summary>Show</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{lines.map(([name, value]) => `${name}: ${value}`).join("\n")}</pre>
      <p class="note">X-Webhook-Signature and webhook-signature went along; signatures are not kept.</p>
    </details>
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

function Retry({ reader, view }: { reader: Reader; view: DeliveryView }): JSX.Element | null {
  if (reader.role === "viewer" || reader.csrfToken === null || !ENDED.includes(view.state)) return null;
  const label = view.state === "delivered" ? "Send again" : "Retry";
  return <Action to={`${PATH}/${view.id}/replay`} csrfToken={reader.csrfToken} label={label} />;
}
