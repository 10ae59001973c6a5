/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Action,
  EmptyState,
  KeyValue,
  type Reader,
  type Status,
  StatusMark,
  Table,
  Time,
} from "../../../pages/index.ts";
import type { DeliveryState } from "./rules.ts";
import type { AttemptRow, DeliveryView } from "./store.ts";

interface DeliveriesProps {
  reader: Reader;
  partners: readonly {
    name: string;
    counts: Record<DeliveryState, number>;
    dead: readonly DeliveryView[];
  }[];
  now: number;
}

const MARKS: Record<DeliveryState, Status> = {
  pending: "maintenance",
  delivering: "maintenance",
  delivered: "ok",
  failed: "warn",
  dead_letter: "bad",
  held: "unknown",
  cancelled: "unknown",
};

const COLUMNS = ["delivered", "pending", "delivering", "failed", "held", "dead_letter"] as const;

/** Counts by partner, and the newest dead letters of all partners. */
export function Deliveries({ reader, partners, now }: DeliveriesProps): JSX.Element {
  const dead = partners.flatMap(({ name, dead }) => dead.map((view) => ({ ...view, partner: name })));
  return (
    <>
      {partners.length === 0 ? (
        <EmptyState title="No deliveries yet.">
          They appear here once partners register webhooks with the API.
        </EmptyState>
      ) : (
        <Table
          caption="Records by state"
          columns={[
            { head: "Partner", cell: ({ name }) => name },
            ...COLUMNS.map((state) => ({
              head: wordOf(state),
              cell: ({ counts }: (typeof partners)[number]) => counts[state].toLocaleString("en"),
              numeric: true,
            })),
          ]}
          rows={partners}
          keyOf={({ name }) => name}
        />
      )}
      <h2 id="dead">Dead letters</h2>
      {dead.length === 0 ? (
        <p>
          <StatusMark status="ok" word="none" />
        </p>
      ) : (
        <Table
          caption="Newest dead letters by partner"
          columns={[
            { head: "Record", cell: ({ id }) => <a href={`/admin/deliveries/${id}`}>{id}</a> },
            { head: "Partner", cell: ({ partner }) => partner },
            { head: "Event", cell: ({ event_type }) => event_type },
            { head: "To", cell: ({ target_url }) => hostOf(target_url) },
            {
              head: "Why",
              cell: ({ reason_tag, last_error }) => `${reason_tag ?? "other"}: ${last_error ?? ""}`,
            },
            {
              head: "Died",
              cell: ({ died_at }) => (died_at === null ? "" : <Time at={died_at} now={now} />),
            },
            { head: "Replay", cell: ({ id }) => <Replay reader={reader} id={id} /> },
          ]}
          rows={dead}
          keyOf={({ id }) => id}
        />
      )}
    </>
  );
}

interface DeliveryProps {
  reader: Reader;
  view: DeliveryView;
  attempts: readonly AttemptRow[];
  now: number;
}

/** One record with its attempts. */
export function Delivery({ reader, view, attempts, now }: DeliveryProps): JSX.Element {
  const time = (at: number | null) => (at === null ? "never" : <Time at={at} now={now} />);
  return (
    <>
      <KeyValue
        rows={[
          ["Record", view.id],
          ["Event", `${view.event_type}, ${view.event_uid}`],
          ["To", view.target_url],
          ["State", <StatusMark key="state" status={MARKS[view.state]} word={wordOf(view.state)} />],
          ["Next attempt", time(view.next_attempt_at)],
          ["Delivered", time(view.delivered_at)],
          ["Last error", view.last_error ?? "none"],
        ]}
      />
      <Replay reader={reader} id={view.id} />
      <h2 id="attempts">Attempts</h2>
      {attempts.length === 0 ? (
        <EmptyState title="No attempts yet.">The first starts as soon as the record is due.</EmptyState>
      ) : (
        <Table
          caption="Attempts, newest first"
          columns={[
            {
              head: "Attempt",
              cell: ({ attempt, is_probe }) => `${attempt}${is_probe === 1 ? " (probe)" : ""}`,
            },
            { head: "At", cell: ({ attempted_at }) => <Time at={attempted_at} now={now} /> },
            { head: "Status", cell: ({ http_status }) => http_status ?? "none", numeric: true },
            { head: "Duration (ms)", cell: ({ duration_ms }) => duration_ms, numeric: true },
            { head: "Error", cell: ({ error }) => error ?? "" },
            { head: "Answer", cell: ({ response_excerpt }) => <Excerpt text={response_excerpt} /> },
          ]}
          rows={attempts}
          keyOf={({ id }) => id}
        />
      )}
    </>
  );
}

function Replay({ reader, id }: { reader: Reader; id: number }): JSX.Element {
  if (reader.role === "viewer" || reader.csrfToken === null) return <>by an operator</>;
  return <Action to={`/admin/deliveries/${id}/replay`} csrfToken={reader.csrfToken} label="Send again" />;
}

function Excerpt({ text }: { text: string | null }): JSX.Element {
  if (text === null || text === "") return <>none</>;
  return (
    <details>
      <summary>Show</summary>
      <pre>{text}</pre>
    </details>
  );
}

function hostOf(url: string): string {
  return new URL(url).host;
}

function wordOf(state: DeliveryState): string {
  return state.replaceAll("_", " ");
}
